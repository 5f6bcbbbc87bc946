import { type CountryCode, toE164 } from '../../../../lib/phone.ts'

const withheld =
  /^(anonymous|anonym\p{L}*|restricted|private( number)?|privat|unknown|unbekannt|unavailable|withheld|blocked|unterdr(ü|ue)ckt|inconnu|masqu(é|e)|priv(é|e)|desconocido|oculto|privado|no caller ?id|n\/a|none|null|-+)$/iu

/** Digits that a spreadsheet has rounded: `4.91713E+12`. */
const rounded = /^\d(?:[.,]\d+)?E\+?\d{1,2}$/i

export type PhoneText = { number: string } | { isRounded: true }

/** A number out of what systems write: `"Ada" <105>`, `sip:105@pbx`, `="0049301234"`. '' when it is withheld. */
export function readPhone(text: string, country: CountryCode): PhoneText {
  const bare = bareNumber(text)
  if (bare === '' || withheld.test(bare)) return { number: '' }
  if (rounded.test(bare)) return { isRounded: true }
  return { number: toE164(bare, country) ?? bare }
}

function bareNumber(text: string): string {
  const first = text.charCodeAt(0)
  // Plain digits, which most are.
  if ((first === 0x2b || (first >= 0x30 && first <= 0x39)) && !/[@;<]/.test(text)) return text
  // `"Ada" <105>`, and `Ada Byron (105)`.
  const inBrackets = /<([^<>]*)>/.exec(text)?.[1] ?? /^[^\d+(].*\((\+?\d[\d\s-]*)\)$/.exec(text)?.[1] ?? text
  return inBrackets
    .replace(/^=?["']+/, '')
    .replace(/["']+$/, '')
    .replace(/^(?:sips?|tel|callto|pstn):/i, '')
    .replace(/[@;].*$/, '')
    .trim()
}

/** Whether a number is on the customer’s side: one of its own, or short as extensions are. */
export function ownNumberTest(
  ownNumbers: readonly string[],
  country: CountryCode,
): (number: string) => boolean {
  const exact = new Set<string>()
  const beginnings: string[] = []
  for (const own of ownNumbers) {
    if (own.endsWith('*')) beginnings.push(own.slice(0, -1))
    else exact.add(toE164(own, country) ?? own)
  }
  return (number) =>
    number !== '' &&
    (exact.has(number) ||
      /^\d{2,6}$/.test(number) ||
      beginnings.some((beginning) => number.startsWith(beginning)))
}
