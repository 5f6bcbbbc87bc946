/** What is known of a leg, by the names of Asterisk: in the order of a `Master.csv` with all its columns, then of FreePBX. */
export const cdrColumns = [
  'accountcode',
  'src',
  'dst',
  'dcontext',
  'clid',
  'channel',
  'dstchannel',
  'lastapp',
  'lastdata',
  'start',
  'answer',
  'end',
  'duration',
  'billsec',
  'disposition',
  'amaflags',
  'uniqueid',
  'userfield',
  'peeraccount',
  'linkedid',
  'sequence',
  'did',
  'recordingfile',
  'outbound_cnum',
] as const
export type CdrColumn = (typeof cdrColumns)[number]

/** By the order of `cdrColumns`; undefined for a column that a format does not have. */
export type CdrValues = readonly (string | undefined)[]

/** By column, without those that are absent: how a leg is kept. */
export type CdrRow = Readonly<Record<string, string>>

/** The column of a name as a file or a table has it; undefined for one of which nothing is read. */
export function columnNamed(name: string): CdrColumn | undefined {
  const known = name.trim().toLowerCase()
  return known === 'calldate' ? 'start' : cdrColumns.find((column) => column === known)
}

export function rowOf(values: CdrValues): CdrRow {
  return Object.fromEntries(
    cdrColumns.flatMap((column, at) => {
      const value = values[at]
      return value === undefined ? [] : [[column, value]]
    }),
  )
}

export function valuesOf(row: CdrRow): CdrValues {
  return cdrColumns.map((column) => row[column])
}
