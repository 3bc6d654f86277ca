#!/usr/bin/env node
import { main, terminal } from './program/index.ts';

process.exitCode = await main(process.argv.slice(2), terminal);
