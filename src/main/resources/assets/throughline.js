// Keeps the marked parts of a page current while the page is visible. The page works without this script.
(() => {
  const address = document.querySelector('[data-events]')?.dataset.events;
  if (!address) return;
  const notice = document.querySelector('[data-connection]');
  let source, timer, again, busy = false, stale = false;

  const state = text => { if (notice) notice.textContent = text; };

  async function refresh() {
    if (busy) { stale = true; return; }
    busy = true;
    try {
      const response = await fetch(location.href, {headers: {accept: 'text/html'}});
      if (response.redirected) { location.reload(); return; }
      if (!response.ok) return;
      const fresh = new DOMParser().parseFromString(await response.text(), 'text/html');
      for (const part of document.querySelectorAll('[data-live]')) {
        const next = fresh.getElementById(part.id);
        if (next && next.innerHTML !== part.innerHTML) replace(part, next);
      }
    } catch {
      // The next event, or the next connection, refreshes the page.
    } finally {
      busy = false;
      if (stale) { stale = false; soon(); }
      // What an answer says so far is no event.
      else if (source && document.querySelector('[data-running]')) soon(500);
    }
  }

  function replace(part, next) {
    const stop = 'a[href],button,input,select,summary,[tabindex]';
    const active = part.contains(document.activeElement) ? document.activeElement : null;
    const wasInView = active && isInView(active.getBoundingClientRect());
    const before = [...part.querySelectorAll(stop)];
    const alike = active ? before.filter(one => tag(one) === tag(active)) : [];
    const opened = [...part.querySelectorAll('details[open]')].map(one => one.id);
    const left = [...part.querySelectorAll('.scroll')].map(one => one.scrollLeft);
    const ticked = [...part.querySelectorAll('input:checked')].map(one => one.value);
    part.replaceChildren(...next.childNodes);
    part.querySelectorAll('input[type=checkbox]').forEach(one => { one.checked = ticked.includes(one.value); });
    opened.forEach(id => { const one = id && document.getElementById(id); if (one) one.open = true; });
    part.querySelectorAll('.scroll').forEach((one, i) => { one.scrollLeft = left[i] ?? 0; });
    if (active) {
      const stops = [...part.querySelectorAll(stop)];
      const same = stops.filter(one => tag(one) === tag(active));
      // Several links may lead to one page.
      const focused = same[Math.min(alike.indexOf(active), same.length - 1)]
        ?? stops[Math.min(before.indexOf(active), stops.length - 1)];
      focused?.focus({preventScroll: true});
      // What came above it may have pushed it out of the window.
      if (wasInView) focused?.scrollIntoView({block: 'nearest', inline: 'nearest'});
    }
  }

  function tag(one) { return one.cloneNode(false).outerHTML; }

  function isInView(box) { return box.bottom > 0 && box.right > 0 && box.top < innerHeight && box.left < innerWidth; }

  // The first event of a burst starts the timer, so that steady traffic does not put the refresh off.
  function soon(delay = 120) { timer ??= setTimeout(() => { timer = undefined; refresh(); }, delay); }

  function open() {
    close();
    if (document.hidden) return;
    source = new EventSource(address);
    source.onopen = () => { state('live'); soon(); };
    source.onerror = () => {
      state('reconnecting…');
      if (source.readyState === EventSource.CLOSED) again = setTimeout(open, 2000);
    };
    for (const name of ['changed', 'exchange-began', 'exchange-ended', 'run']) source.addEventListener(name, () => soon());
    source.addEventListener('sealed', () => { close(); soon(); state('sealed'); });
  }

  function close() {
    clearTimeout(again);
    clearTimeout(timer);
    timer = undefined;
    source?.close();
    source = undefined;
  }

  document.addEventListener('visibilitychange', () => document.hidden ? close() : open());
  open();
})();
