/** Canonical JSON of a made-up encounter of some 14 kB: five observations, fifty values, different for each seed. */
export function compositionText(uid: string, seed: number): string {
  const random = randomNumbers(seed);
  const content = Array.from({ length: 5 }, (_, index) => observation(index, random));
  return JSON.stringify({
    _type: 'COMPOSITION',
    name: text('Encounter'),
    archetype_node_id: 'openEHR-EHR-COMPOSITION.encounter.v1',
    uid: { _type: 'OBJECT_VERSION_ID', value: uid },
    archetype_details: {
      archetype_id: { value: 'openEHR-EHR-COMPOSITION.encounter.v1' },
      template_id: { value: 'Encounter' },
      rm_version: '1.1.0',
    },
    language: code('ISO_639-1', 'en'),
    territory: code('ISO_3166-1', 'NL'),
    category: { _type: 'DV_CODED_TEXT', value: 'event', defining_code: code('openehr', '433') },
    composer: { _type: 'PARTY_IDENTIFIED', name: `Doctor ${Math.floor(random() * 100)}` },
    context: {
      start_time: dateTime(random),
      setting: { _type: 'DV_CODED_TEXT', value: 'other care', defining_code: code('openehr', '238') },
    },
    content,
  });
}

function observation(index: number, random: () => number): object {
  const archetypeId = `openEHR-EHR-OBSERVATION.measurement_${index}.v1`;
  return {
    _type: 'OBSERVATION',
    name: text(`Measurement ${index}`),
    archetype_node_id: archetypeId,
    archetype_details: { archetype_id: { value: archetypeId }, rm_version: '1.1.0' },
    language: code('ISO_639-1', 'en'),
    encoding: code('IANA_character-sets', 'UTF-8'),
    subject: { _type: 'PARTY_SELF' },
    data: {
      _type: 'HISTORY',
      name: text('History'),
      archetype_node_id: 'at0001',
      origin: dateTime(random),
      events: [
        {
          _type: 'POINT_EVENT',
          name: text('Any event'),
          archetype_node_id: 'at0006',
          time: dateTime(random),
          data: {
            _type: 'ITEM_TREE',
            name: text('Tree'),
            archetype_node_id: 'at0003',
            items: Array.from({ length: 10 }, (_, item) => element(item, random)),
          },
        },
      ],
    },
  };
}

function element(index: number, random: () => number): object {
  return {
    _type: 'ELEMENT',
    name: text(`Value ${index}`),
    archetype_node_id: `at00${10 + index}`,
    value: { _type: 'DV_QUANTITY', magnitude: Math.floor(random() * 2000) / 10, units: 'mm[Hg]', precision: 1 },
  };
}

const text = (value: string) => ({ _type: 'DV_TEXT', value });

const code = (terminology: string, value: string) => ({
  terminology_id: { value: terminology },
  code_string: value,
});

const dateTime = (random: () => number) => ({
  _type: 'DV_DATE_TIME',
  value: new Date(1_700_000_000_000 + Math.floor(random() * 1e10)).toISOString(),
});

/** A linear congruential generator: the same numbers in every run. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}
