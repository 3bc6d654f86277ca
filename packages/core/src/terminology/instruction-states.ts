/**
 * The standard instruction state machine: transition code → state it arrives in.
 * Source: openEHR RM, EHR Information Model, "The Standard Instruction State Machine (ISM)".
 */

const PLANNED = '526';
const POSTPONED = '527';
const CANCELLED = '528';
const SCHEDULED = '529';
const ACTIVE = '245';
const SUSPENDED = '530';
const ABORTED = '531';
const COMPLETED = '532';
const EXPIRED = '533';

const TRANSITIONS: ReadonlyMap<string, string> = new Map([
  ['535', PLANNED], // initiate
  ['536', PLANNED], // plan step
  ['537', POSTPONED], // postpone
  ['538', PLANNED], // restore
  ['166', CANCELLED], // cancel
  ['542', POSTPONED], // postponed step
  ['539', SCHEDULED], // schedule
  ['534', SCHEDULED], // scheduled step
  ['540', ACTIVE], // start
  ['541', COMPLETED], // do
  ['543', ACTIVE], // active step
  ['544', SUSPENDED], // suspend
  ['545', SUSPENDED], // suspended step
  ['546', ACTIVE], // resume
  ['547', ABORTED], // abort
  ['548', COMPLETED], // finish
  ['549', EXPIRED], // time out
  ['550', ABORTED], // notify aborted
  ['551', COMPLETED], // notify completed
  ['552', CANCELLED], // notify cancelled
]);

/** The instruction state (openEHR code) that a transition (openEHR code) arrives in; `undefined` for a code that is no transition. */
export const stateAfter = (transition: string): string | undefined => TRANSITIONS.get(transition);
