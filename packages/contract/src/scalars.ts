import { z } from 'zod'

/** Any GUID, also the all-zero one; versions are not checked, for ids may come from other systems. */
export const Guid = z.guid().toLowerCase()
export type Guid = string

/** "No user", and "no report" in parameter values. */
export const emptyGuid = '00000000-0000-0000-0000-000000000000'

/** An instant in UTC with `Z`: `2026-03-08T06:59:59.999Z`. */
export const Instant = z.iso.datetime({ offset: false })

/** The same as other systems write it: with `Z` or an offset, `2026-03-08T01:59:59.999-05:00`. */
export const InstantWithOffset = z.iso.datetime({ offset: true })

/** A calendar day `YYYY-MM-DD`, in a zone that stands beside it. */
export const Day = z.iso.date()

// Names of ICU's own, which browsers take for time zones and neither Temporal nor ClickHouse does.
const noIanaZone =
  /^(A[CEGR]T|AST|BET|BST|CAT|CNT|CST|CTT|EAT|ECT|IET|IST|JST|MIT|NET|NST|PLT|PNT|PRT|PST|SST|VST|SystemV\/.*|US\/Pacific-New|Canada\/East-Saskatchewan)$/

/** An IANA time zone name in its usual spelling; offsets such as `+05:00` are none. */
export const TimeZone = z
  .string()
  .max(64)
  .refine(isTimeZone, { error: 'is not a known time zone' })
  .meta({ example: 'America/Chicago' })

// Asking the runtime takes a third of a millisecond, which every request would pay. Only zones that exist are kept.
const knownTimeZones = new Set<string>()

function isTimeZone(name: string): boolean {
  if (knownTimeZones.has(name)) return true
  if (!/^[A-Z][A-Za-z0-9_+-]*(\/[A-Z][A-Za-z0-9_+-]*)*$/.test(name) || noIanaZone.test(name)) return false
  try {
    new Intl.DateTimeFormat('en', { timeZone: name }).format()
  } catch {
    return false
  }
  // Zones are told apart by their spelling here: their number has a limit all the same.
  if (knownTimeZones.size < 1000) knownTimeZones.add(name)
  return true
}

/** A decimal number as text, never a float: `128450.00`. */
export const Decimal = z
  .string()
  .regex(/^-?\d{1,14}(\.\d{1,4})?$/, 'is not a decimal number such as 12.50')
  .meta({ example: '12.50' })

/** The same, also as a JSON number; read as text. */
export const DecimalOrNumber = z.union([Decimal, z.number().transform(String).pipe(Decimal)])

export const Currency = z
  .string()
  .regex(/^[A-Z]{3}$/, 'is not an ISO 4217 currency code')
  .meta({ example: 'USD' })

const currencies: ReadonlySet<string> = new Set(Intl.supportedValuesOf('currency'))

/** Whether there is or was such a currency: asked of what people type, not of every call that comes in. */
export function isKnownCurrency(code: string): boolean {
  return currencies.has(code)
}

/** Amounts of different currencies are never added: one entry a currency, ordered by its code. */
export const MoneyAmounts = z.array(z.strictObject({ amount: z.string(), currency: z.string() }))
export type MoneyAmounts = z.infer<typeof MoneyAmounts>

/** Whether a database can keep a text: without a zero byte, and without half of a surrogate pair. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes('\0')
}
