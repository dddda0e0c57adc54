# Two user turns through mini-swe-agent, whose steps are driven one by one: an answer without a call is an error of form
# to it, and ends the turn here.
import os

from minisweagent.agents.default import DefaultAgent
from minisweagent.environments.local import LocalEnvironment
from minisweagent.exceptions import FormatError

DIALECT = os.environ['DIALECT']
MOST_STEPS = 50

if DIALECT == 'responses':
    from minisweagent.models.litellm_response_model import LitellmResponseModel as Model
else:
    from minisweagent.models.litellm_model import LitellmModel as Model

settings = {'api_base': os.environ['BASE_URL'], 'api_key': os.environ['API_KEY']}
if DIALECT == 'anthropic':
    thinking = {'type': 'enabled', 'budget_tokens': 2048}
    settings.update(max_tokens=8192, thinking=thinking, allowed_openai_params=['thinking'])
model = Model(
    model_name=os.environ['PREFIX'] + '/' + os.environ['MODEL'],
    model_kwargs=settings,
    cost_tracking='ignore_errors',
)
agent = DefaultAgent(model, LocalEnvironment(), system_template='You are helpful.', instance_template='')
agent.add_messages({'role': 'system', 'content': 'You are helpful.'})
for prompt in (os.environ['PROMPT1'], os.environ['PROMPT2']):
    agent.add_messages({'role': 'user', 'content': prompt})
    try:
        for _ in range(MOST_STEPS):
            agent.step()
    except FormatError as error:
        agent.add_messages(*error.messages)
print('done')
