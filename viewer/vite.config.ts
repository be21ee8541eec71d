// One HTML file: script, style, sprites and the games are all written into the page.
import { existsSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { deflateRawSync } from 'node:zlib';
import { defineConfig, type Plugin } from 'vite';
import { withLooks, withSprites } from './looks.ts';

const here = (path: string) => fileURLToPath(new URL(path, import.meta.url));
const target = process.env.CARGO_TARGET_DIR ?? here('../target');
const wasm = process.env.PALESTRA_WASM
  ?? `${target}/wasm32-unknown-unknown/viewer/viewer_wasm.wasm`;

/** Joins what the games bring along with the viewer's own colours and shapes. */
function ofGames(): Plugin {
  return {
    name: 'palestra-of-games',
    enforce: 'pre',
    load(id) {
      if (!id.endsWith('/sprites.svg?raw')) return null;
      const sheet = readFileSync(id.replace('?raw', ''), 'utf8');
      return `export default ${JSON.stringify(withSprites(sheet))};`;
    },
    transform(code, id) {
      return id.endsWith('/tokens.css') ? withLooks(code) : null;
    },
  };
}

/** Writes everything into the page. */
function oneFile(): Plugin {
  return {
    name: 'palestra-one-file',
    enforce: 'post',
    generateBundle(_, bundle) {
      const page = bundle['index.html'];
      if (page?.type !== 'asset') throw new Error('no index.html');
      let html = String(page.source);
      for (const [name, part] of Object.entries(bundle)) {
        if (part.type === 'chunk') {
          const code = part.code.replaceAll('</script', '<\\/script');
          html = html.replace(/<script type="module"[^>]*src="[^"]*"[^>]*><\/script>/, '');
          html = html.replace('</body>', () => `<script type="module">${code}</script></body>`);
          delete bundle[name];
        } else if (name.endsWith('.css')) {
          html = html.replace(/<link rel="stylesheet"[^>]*>/, () => `<style>${part.source}</style>`);
          delete bundle[name];
        }
      }
      if (!existsSync(wasm)) throw new Error(`no games at ${wasm}: run \`cargo xtask viewer\``);
      const games = deflateRawSync(readFileSync(wasm), { level: 9 }).toString('base64');
      page.source = html.replace('PALESTRA-GAMES', () => games);
    },
  };
}

export default defineConfig({
  base: './',
  plugins: [ofGames(), oneFile()],
  build: {
    target: 'es2022',
    cssCodeSplit: false,
    assetsInlineLimit: 1 << 30,
    modulePreload: false,
    chunkSizeWarningLimit: 1000,
  },
});
