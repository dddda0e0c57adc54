// Answers from scripts beside this page, since a browser does not let a page of a file read other files.
(() => {
  const form = document.getElementById('question'), shown = document.getElementById('answer');
  const fields = form.elements, loaded = new Map();
  const words = new Map([[true, ['good', '✓ yes']], [false, ['bad', '✕ no']], [null, ['none', '? unknown']]]);
  let clients = [];

  const element = (name, text) => Object.assign(document.createElement(name), {textContent: text});

  function fill(field, values, preferred) {
    const before = field.value;
    field.replaceChildren(...values.map(([value, text]) => Object.assign(element('option', text), {value})));
    field.value = [before, preferred].find(one => values.some(([value]) => value === one)) ?? values[0]?.[0] ?? '';
  }

  const same = values => values.map(one => [one, one]);
  const client = () => clients.find(one => one.client === fields.client.value);

  function choose() {
    const one = client();
    if (!one) return;
    fill(fields.version, same(one.versions));
    fill(fields.capability, same(one.capabilities), 'THINK');
    fill(fields.dialect, [['', 'all measured'], ...same(one.dialects)]);
    if (loaded.has(one.client)) show(); else load(one);
  }

  function load(one) {
    const script = document.createElement('script');
    script.src = one.file;
    script.onerror = () => state('none', [element('p', `The file ${one.file} is missing.`)]);
    document.head.append(script);
  }

  function state(tone, content) {
    shown.className = `verdict ${tone}`;
    shown.replaceChildren(...content);
  }

  function show() {
    const one = client(), all = one && loaded.get(one.client);
    if (!all) return;
    const answer = all.find(each => each.version === fields.version.value
      && each.capability === fields.capability.value && each.dialect === fields.dialect.value);
    if (!answer) return state('none', [element('p', 'Not measured.')]);
    const [tone, word] = words.get(answer.answer);
    const big = element('p', word), reason = element('p', ''), cells = element('p', '');
    big.className = 'big';
    reason.append(element('bdi', answer.reason));
    answer.cells.forEach((cell, i) =>
      cells.append(Object.assign(element('a', `evidence ${i + 1}`), {href: cell}), ' '));
    state(tone, [big, reason, cells]);
  }

  window.throughlineClients = all => {
    clients = all;
    fill(fields.client, same(all.map(one => one.client)));
    choose();
  };
  window.throughlineAnswers = ({client: name, answers}) => { loaded.set(name, answers); show(); };
  form.addEventListener('submit', event => event.preventDefault());
  form.addEventListener('change', event => event.target === fields.client ? choose() : show());
})();
