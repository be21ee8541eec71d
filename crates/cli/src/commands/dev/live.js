// Asks `palestra dev` for news and opens each new match where the old one stood.
(async () => {
  const box = document.createElement('pre');
  box.id = 'palestra-trouble';
  box.setAttribute('role', 'status');
  box.style.cssText = 'position:fixed;inset:auto 1rem 1rem 1rem;z-index:99;margin:0;padding:1rem;'
    + 'max-height:45vh;overflow:auto;background:#2a1215;color:#ffd9d6;border:1px solid #b3443c;'
    + 'font:13px/1.45 ui-monospace,monospace;white-space:pre-wrap';
  box.hidden = true;
  document.body.append(box);
  const say = (text) => {
    box.textContent = text;
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
  let shown = false;
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
