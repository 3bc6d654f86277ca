export { errorBody, errorXml, refusalOf, type ErrorBody, type Refusal } from './body.ts';
export { statusOf } from './codes.ts';
export { HttpError, type HttpErrorCode } from './http-error.ts';
