// Asks `palestra dev` for news and opens each new match where the old one stood.
(async () => {
  let shown = false;
  // Above the viewer and not over it: authors who look for a mistake need the controls. The viewer
  // takes the rest of the window.
  const layout = document.createElement('style');
  layout.textContent = 'body{display:flex;flex-direction:column;height:100dvh}'
    + '#app{flex:1;min-height:0}#app.app,#app>.app{height:100%}';
  document.head.append(layout);
  const box = document.createElement('section');
  box.id = 'palestra-trouble';
  box.setAttribute('role', 'status');
  box.style.cssText = 'flex:none;padding:.75rem 1rem;background:#2a1215;'
    + 'color:#ffd9d6;border-bottom:2px solid #b3443c;font:13px/1.45 ui-monospace,monospace';
  const close = document.createElement('button');
  close.textContent = '×';
  close.setAttribute('aria-label', 'Close');
  close.style.cssText = 'float:right;width:2.75rem;height:2.75rem;margin:-.5rem -.75rem 0 .5rem;'
    + 'border:0;background:none;color:inherit;font-size:1.5rem;cursor:pointer';
  // An old match stays marked as old.
  close.addEventListener('click', () => {
    words.hidden = close.hidden = true;
    box.hidden = old.hidden;
  });
  const words = document.createElement('pre');
  words.style.cssText = 'margin:0;max-height:35vh;overflow:auto;white-space:pre-wrap;font:inherit';
  const old = document.createElement('p');
  old.textContent = 'The match below is from before this change.';
  old.style.cssText = 'margin:0;font-weight:bold';
  box.append(close, words, old);
  box.hidden = true;
  document.body.prepend(box);
  const say = (text) => {
    words.textContent = text;
    words.hidden = close.hidden = false;
    old.hidden = !shown;
    box.hidden = text === '';
  };
  const pause = (ms) => new Promise((done) => { setTimeout(done, ms); });
  const round = () => document.querySelector('[role=slider]')?.getAttribute('aria-valuenow');
  // The viewer goes where its address says.
  const seek = (there) => {
    const place = new URLSearchParams(location.hash.slice(1));
    place.set('round', there);
    history.replaceState(null, '', `#${place}`);
    window.dispatchEvent(new Event('hashchange'));
  };
  let version = 0;
  for (;;) {
    try {
      const news = await (await fetch(`/news?after=${version}`)).json();
      if (news.version === version) continue;
      version = news.version;
      say(news.trouble);
      if (news.trouble !== '' && shown) continue;
      const bytes = new Uint8Array(await (await fetch('/match')).arrayBuffer());
      while (!window.palestraOpen) await pause(50);
      if (bytes.length === 0) continue;
      const was = round();
      await window.palestraOpen(news.name, bytes);
      if (shown && was) seek(was);
      shown = true;
    } catch (error) {
      say('palestra dev has ended.');
      await pause(1500);
    }
  }
})();
