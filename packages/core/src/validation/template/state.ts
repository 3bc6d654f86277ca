import { isJsonObject } from '../../json/value.ts';
import type { CDvState } from '../../template/model.ts';
import { listText } from './bounds.ts';
import { codeOf } from './code-phrase.ts';
import { report } from './run.ts';
import type { Check } from './run.ts';

/** C_DV_STATE: the value's code or text must name a state of the machine (openEHR Archetype Profile, C_DV_STATE). */
export function compileState({ states }: CDvState): Check | undefined {
  if (states.length === 0) return undefined;
  const message = `The state must be ${listText(states)}.`;
  return (object, run) => {
    const value = isJsonObject(object) ? object['value'] : undefined;
    if (!isJsonObject(value)) return;
    const code = codeOf(value['defining_code'])?.code;
    const text = value['value'];
    const isState =
      (code !== undefined && states.includes(code)) || (typeof text === 'string' && states.includes(text));
    if (!isState) report(run, 'state_not_allowed', message, 'value');
  };
}
