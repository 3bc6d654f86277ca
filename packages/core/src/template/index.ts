export type {
  Annotation,
  ArchetypeRoot,
  CAttribute,
  CCodePhrase,
  CComplexObject,
  CConstraintRef,
  CDvOrdinal,
  CDvQuantity,
  CDvState,
  CInternalRef,
  CObject,
  CodeRef,
  CPrimitive,
  CSlot,
  DefaultValue,
  Interval,
  Multiplicity,
  OperationalTemplate,
  PrimitiveConstraint,
  Term,
  TextInterval,
} from './model.ts';
export { readTemplate } from './read-opt/index.ts';
export { findTerm, textsOf } from './terms.ts';
export { buildWebTemplate } from './web-template/index.ts';
export type {
  InputType,
  ProportionType,
  Range,
  TermBindings,
  Texts,
  Validation,
  WebTemplate,
  WebTemplateCardinality,
  WebTemplateInput,
  WebTemplateNode,
  WebTemplateOption,
} from './web-template/index.ts';
