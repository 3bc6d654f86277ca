export { buildWebTemplate } from './build.ts';
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
} from './model.ts';
