/** The address of the viewer's page. */
export const page = new URL('./viewer.html', import.meta.url);

/** Puts a match (the bytes of a .match or .res file) into the HTML of the page. */
export function withMatch(html, name, bytes) {
  const escaped = name.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');
  let binary = '';
  for (const byte of bytes) binary += String.fromCharCode(byte);
  return html
    .replace('PALESTRA-NAME', () => escaped)
    .replace('PALESTRA-MATCH', () => btoa(binary));
}

/** Shows a match in an <iframe> whose `src` is the page, on the same site. */
export async function show(frame, name, bytes) {
  if (!frame.contentWindow?.palestraOpen) {
    await new Promise((loaded) => frame.addEventListener('load', loaded, { once: true }));
  }
  return frame.contentWindow.palestraOpen(name, bytes);
}
