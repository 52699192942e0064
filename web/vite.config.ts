import { defineConfig } from 'vite';

// The page is served from the package. Nothing is inlined into index.html: the policy of the server allows no inline script.
export default defineConfig({
  base: '/',
  build: {
    outDir: '../src/motif/web/page',
    emptyOutDir: true,
    target: 'es2022',
    modulePreload: { polyfill: false },
  },
  server: { proxy: { '/api': 'http://127.0.0.1:8642' } },
});
