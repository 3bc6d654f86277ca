#!/usr/bin/env node
import { enableCompileCache } from 'node:module';
import { fileURLToPath } from 'node:url';

// Compiled code is kept for the next start, beside the package and for nobody else to write; where that can't be, nothing is kept.
enableCompileCache(fileURLToPath(new URL('../node_modules/.cache/compiled', import.meta.url)));

// Who reads what is printed may have read enough, as `head` does.
process.stdout.on('error', (error: NodeJS.ErrnoException) => {
  if (error.code !== 'EPIPE') throw error;
});

const { main, terminal } = await import('./program/index.ts');
process.exitCode = await main(process.argv.slice(2), terminal);
