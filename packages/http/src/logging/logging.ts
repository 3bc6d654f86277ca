import { pino, stdTimeFunctions, type DestinationStream, type Logger } from 'pino';
import { levelOf, parseDirectives } from './directives.ts';

export type { Logger } from 'pino';

/** The loggers of one server and the filter that they share. */
export interface Logging {
  /** Gives the same logger for the same target, such as `cairn::http`. */
  logger(target: string): Logger;
  readonly filter: string;
  /** The filter at start. */
  readonly bootFilter: string;
  /** Takes effect at once; false, and no change, when the filter is not a list of directives. */
  setFilter(filter: string): boolean;
}

/** Throws a RangeError when the filter is not a list of directives. */
export function createLogging(bootFilter: string, destination: DestinationStream): Logging {
  const root = pino(
    {
      base: null,
      level: 'trace',
      messageKey: 'message',
      timestamp: stdTimeFunctions.isoTime,
      formatters: { level: (label) => ({ level: label }) },
    },
    destination,
  );
  const loggers = new Map<string, Logger>();
  let filter = bootFilter;
  let directives = parseDirectives(bootFilter);
  if (directives === undefined) throw new RangeError('the log filter is not a list of directives');

  const levelFor = (target: string): string => {
    const level = levelOf(target, directives ?? new Map());
    return level === 'off' ? 'silent' : level;
  };
  return {
    logger(target) {
      let logger = loggers.get(target);
      if (logger === undefined) {
        logger = root.child({ target }, { level: levelFor(target) });
        loggers.set(target, logger);
      }
      return logger;
    },
    get filter() {
      return filter;
    },
    bootFilter,
    setFilter(next) {
      const parsed = parseDirectives(next);
      if (parsed === undefined) return false;
      filter = next;
      directives = parsed;
      for (const [target, logger] of loggers) logger.level = levelFor(target);
      return true;
    },
  };
}

/** Loggers that say nothing, for an app that is embedded or tested. */
export const silentLogging = (): Logging => createLogging('off', { write: () => undefined });
