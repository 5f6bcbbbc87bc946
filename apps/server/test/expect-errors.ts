import { ErrorList, type ErrorItem } from '@callboard/contract/errors'
import { expect } from 'vitest'
import type { Answer } from './portal.ts'

/** What no answer may tell: stack traces, SQL, and where the portal lies on its machine. */
const innards =
  /\bat .+\.[cm]?[jt]s:\d+:\d+|\bnode:|node_modules|\.ts:\d|\bSELECT\b|\bFROM calls\b|DB::|[/\\](tmp|home|apps|src)[/\\]/

/** The errors of an answer that is no success, which is always a list of them under a request id. */
export function errorsOf({
  status,
  headers,
  text,
}: Pick<Answer, 'status' | 'headers' | 'text'>): ErrorItem[] {
  expect(status).toBeGreaterThanOrEqual(400)
  expect(String(headers['x-request-id'])).toMatch(/^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/)
  expect(headers['content-type']).toBe('application/json; charset=utf-8')
  const errors = ErrorList.parse(JSON.parse(text))
  expect(errors).not.toEqual([])
  for (const { description } of errors) expect(description).toMatch(/\S/)
  expect(text).not.toMatch(innards)
  return errors
}

/** What a successful answer holds; one that is none is shown. */
export function expectOk(answer: Answer): unknown {
  expect(answer.status, answer.text).toBe(200)
  return answer.json()
}

/** What was created, as the answer tells it. */
export function expectCreated(answer: Answer): unknown {
  expect(answer.status, answer.text).toBe(201)
  return answer.json()
}

/** The one error of a refused request. */
export function expectError(
  answer: Pick<Answer, 'status' | 'headers' | 'text'>,
  status: number,
  code: ErrorItem['code'],
): void {
  expect({ status: answer.status, codes: errorsOf(answer).map((error) => error.code) }).toEqual({
    status,
    codes: [code],
  })
}

/** A refusal of what was sent, whose first error says this. */
export function expectRefused(answer: Answer, error: Partial<ErrorItem>): void {
  expect({ status: answer.status, error: errorsOf(answer)[0] }).toMatchObject({ status: 400, error })
}

/** Everything of an answer but what differs from one request to the next. */
export function bytesOf({ status, headers, text }: Answer): object {
  const { 'x-request-id': _id, date: _date, ...rest } = headers
  return { status, headers: rest, text }
}
