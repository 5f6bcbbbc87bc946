import { formatTimeZone } from '@callboard/contract/format-time-zone'
/** How the values of a column are written in a file, whatever its format. */
export type FileKind =
  | 'text'
  /** A list of texts. */
  | 'tags'
  /** ISO text in UTC. Formats for people show it in the zone of the file. */
  | 'instant'
  /** The beginning of a local hour, as ISO text with its offset. */
  | 'hour'
  | 'day'
  | 'boolean'
  | 'integer'
  | 'number'
  /** From 0 to 1. */
  | 'ratio'
  /** In seconds. */
  | 'duration'
  /** A decimal text, in the currency that the column names. */
  | 'money'

export interface FileColumn {
  /** For programs: the key in NDJSON, the name in Parquet. */
  key: string
  /** For people, without the zone and the unit. */
  label: string
  kind: FileKind
  /** How people read its values, if that does not follow from the kind alone: `Monday`, `No source`. */
  words?: (value: FileValue) => string
  /** Whether its values are codes for programs, which spreadsheets have in words too. */
  hasCodes?: boolean
}

export type FileValue = string | number | boolean | readonly string[] | null

/** A field may be a dimension and a measure of a report, and attributes of two customers may have one key. */
export function uniqueKeys(columns: readonly FileColumn[]): FileColumn[] {
  const seen = new Set<string>()
  return columns.map((column) => {
    let { key } = column
    for (let count = 2; seen.has(key); count++) key = `${column.key}${count}`
    seen.add(key)
    return { ...column, key }
  })
}

/** One value a column. */
export type FileRow = readonly FileValue[]

/** A row as spreadsheets have it: codes in words, all else as programs have it. */
export function spreadsheetRow(row: FileRow, columns: readonly FileColumn[]): FileRow {
  return row.map((value, at) => {
    const { words, hasCodes = false } = columns[at] ?? {}
    return words !== undefined && hasCodes && value !== null ? words(value) : value
  })
}

/** The header of a column: it names the zone, and the unit of figures that are written without it. */
export function titleOf(
  { label, kind }: Pick<FileColumn, 'label' | 'kind'>,
  { zone, durations }: { zone: string; durations: 'seconds' | 'clock' },
): string {
  if (kind === 'instant') return `${label} (${formatTimeZone(zone)})`
  if (kind === 'hour' && durations === 'clock') return `${label} (${formatTimeZone(zone)})`
  return kind === 'duration' && durations === 'seconds' ? `${label} (seconds)` : label
}

/** A column a currency, and one where there is no amount. */
export function moneyColumns(
  { key, label }: { key: string; label: string },
  currencies: readonly string[],
): FileColumn[] {
  const kind = 'money'
  if (currencies.length === 0) return [{ key, label, kind }]
  return currencies.map((currency) => ({ key: `${key}_${currency}`, label: `${label} (${currency})`, kind }))
}

/** An instant as the clock of a zone shows it: `2026-03-02 10:00:00`. */
export function localTime(instant: string, zone: string): string {
  return Temporal.Instant.from(instant)
    .toZonedDateTimeISO(zone)
    .toPlainDateTime()
    .toString({ smallestUnit: 'second' })
    .replace('T', ' ')
}
