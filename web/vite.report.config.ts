import { defineConfig } from 'vite';

// The script and the style of a study's report.html, in two files that git keeps: writing a report needs no Node.js.
export default defineConfig({
  publicDir: false,
  build: {
    outDir: '../src/motif/report/bundle',
    emptyOutDir: true,
    target: 'es2022',
    lib: { entry: 'src/report.ts', formats: ['iife'], name: 'report', fileName: () => 'report.js', cssFileName: 'report' },
  },
});
