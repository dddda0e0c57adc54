# Prints what the package index has of a package: its releases, oldest first, and when each was uploaded. The index is
# the one that the user has configured for uv or pip, else pip's own. Source: "Simple repository API", JSON form.
import json
import os
import subprocess
import sys

from pip._internal.models.index import PyPI
from pip._vendor import requests
from pip._vendor.packaging.specifiers import InvalidSpecifier, SpecifierSet
from pip._vendor.packaging.utils import parse_sdist_filename, parse_wheel_filename
from pip._vendor.packaging.version import InvalidVersion

name = sys.argv[1]
if os.environ.get('UV_NO_INDEX') or os.environ.get('PIP_NO_INDEX'):
    sys.exit('no index is configured')
configured = subprocess.run(
    [sys.executable, '-m', 'pip', 'config', 'get', 'global.index-url'], capture_output=True, text=True
).stdout.strip()
index = next(
    filter(None, (os.environ.get('UV_DEFAULT_INDEX'), os.environ.get('UV_INDEX_URL'), configured, PyPI.simple_url))
)
session = requests.Session()
session.verify = os.environ.get('SSL_CERT_FILE') or os.environ.get('PIP_CERT') or True
answer = session.get(
    index.rstrip('/') + '/' + name + '/',
    headers={'Accept': 'application/vnd.pypi.simple.v1+json'},
    timeout=60,
)
if answer.status_code != 200:
    sys.exit(f'{answer.status_code} {answer.reason}')

uploaded, refused = {}, set()
for file in answer.json()['files']:
    filename = file['filename']
    try:
        parse = parse_wheel_filename if filename.endswith('.whl') else parse_sdist_filename
        version = parse(filename)[1]
        fits = SpecifierSet(file.get('requires-python') or '').contains('.'.join(map(str, sys.version_info[:3])))
    except (ValueError, InvalidVersion, InvalidSpecifier):
        continue
    if file.get('yanked') or not fits:
        refused.add(version)
    moment = file.get('upload-time') or ''
    uploaded[version] = min(filter(None, (uploaded.get(version), moment)), default='')

releases = sorted(v for v in uploaded if v not in refused and not v.is_prerelease)
print(json.dumps({'versions': [str(v) for v in releases], 'time': {str(v): t for v, t in uploaded.items() if t}}))
