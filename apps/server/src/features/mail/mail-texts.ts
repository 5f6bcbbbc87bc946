import { textLimits } from '@callboard/contract/limits'

/** What is in a header cannot begin another one. */
export function oneLine(text: string): string {
  return text
    .replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ')
    .trim()
    .slice(0, textLimits.mailSubject)
}

/** PostgreSQL keeps no NUL. */
export function withoutNul(text: string): string {
  return text.replaceAll('\0', '')
}

// Those of the mail itself are not given.
const headerName = /^(List-[A-Za-z-]{1,60}|X-[A-Za-z-]{1,60}|Precedence)$/
const headerValue = /^[\x21-\x7e](?:[\x20-\x7e]{0,996}[\x21-\x7e])?$/

/** Throws TypeError for a header that is none of those that may be given, or is no line of ASCII. */
export function checkHeaders(headers: Readonly<Record<string, string>>): void {
  for (const [name, value] of Object.entries(headers)) {
    if (!headerName.test(name)) throw new TypeError(`An email is given no header ${JSON.stringify(name)}`)
    if (!headerValue.test(value)) throw new TypeError(`The header ${name} is no line of ASCII`)
  }
}
