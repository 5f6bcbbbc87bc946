import { z } from 'zod'

/** Every error code with its HTTP status. An answer that is no success is always a list of `ErrorItem`. */
export const errorStatus = {
  invalid: 400,
  unknownField: 400,
  malformedBody: 400,
  invalidCredentials: 400,
  secondFactorRequired: 400,
  invalidOneTimeLink: 400,
  invalidOneTimeId: 400,
  wrongPassword: 400,
  wrongCode: 400,
  invalidImage: 400,
  weakPassword: 400,
  nameTaken: 400,
  userNameTaken: 400,
  wrongDates: 400,
  cyclicMenu: 400,
  cyclicEntity: 400,
  invalidTemplate: 400,
  emptyPeriod: 400,
  unknownReportField: 400,
  unknownParameter: 400,
  missingParameter: 400,
  invalidCursor: 400,
  tooDeep: 400,
  tooManyRows: 400,
  unauthenticated: 401,
  forbidden: 403,
  maskedReadOnly: 403,
  maskedUserInvalid: 403,
  secondFactorDemanded: 403,
  notAudible: 403,
  reasonRequired: 403,
  notFound: 404,
  methodNotAllowed: 405,
  notAcceptable: 406,
  exportNotAllowed: 406,
  requestTimeout: 408,
  conflict: 409,
  revisionConflict: 409,
  outdatedReport: 409,
  exportGone: 410,
  payloadTooLarge: 413,
  unsupportedMediaType: 415,
  rangeNotSatisfiable: 416,
  tooManyRequests: 429,
  headersTooLarge: 431,
  internal: 500,
  unavailable: 503,
  overloaded: 503,
  queryTimeout: 503,
  queryCancelled: 503,
  queryTooLarge: 503,
  storageFull: 507,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof errorStatus

const errorCodes: readonly ErrorCode[] = Object.keys(errorStatus).filter(isErrorCode)

function isErrorCode(code: string): code is ErrorCode {
  return Object.hasOwn(errorStatus, code)
}

export const ErrorItem = z.strictObject({
  code: z.enum(errorCodes),
  /** A sentence for people. */
  description: z.string(),
  /** Path of the faulty field in the request, as `filters.0.field`. */
  field: z.string().optional(),
})
export type ErrorItem = z.infer<typeof ErrorItem>

export const ErrorList = z.array(ErrorItem)
