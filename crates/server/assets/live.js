// Brings a page up to date when the server says that something changed: the parts marked
// `data-live` are taken from the same page, fetched again. Without scripts the page reloads itself.
'use strict';
(() => {
  const main = document.querySelector('main[data-events]');
  if (!main || !window.EventSource) return;
  // The page may be older than the first event.
  let known = main.dataset.state;
  let waiting = 0;
  const pause = Number(main.dataset.pause) || 0;
  const events = new EventSource(main.dataset.events);
  const renew = async () => {
    waiting = 0;
    const answer = await fetch(location.href, { headers: { accept: 'text/html' } });
    if (!answer.ok) return;
    const page = new DOMParser().parseFromString(await answer.text(), 'text/html');
    for (const part of document.querySelectorAll('[data-live]')) {
      const fresh = page.querySelector(`[data-live="${part.dataset.live}"]`);
      const at = part.contains(document.activeElement) ? document.activeElement : null;
      // What somebody is typing into is left alone.
      if (!fresh || fresh.innerHTML === part.innerHTML || at?.matches('input, select, textarea')) continue;
      const link = at?.getAttribute('href');
      part.replaceChildren(...fresh.childNodes);
      part.className = fresh.className;
      if (link) [...part.querySelectorAll('a')].find((a) => a.getAttribute('href') === link)?.focus();
    }
    if (!page.querySelector('main[data-events]')) events.close();
  };
  events.addEventListener('change', (event) => {
    if (event.data === known) return;
    known = event.data;
    waiting ||= setTimeout(() => renew().catch(() => {}), pause);
  });
})();
