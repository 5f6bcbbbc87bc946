import { cdrColumns, columnNamed, type CdrColumn } from './cdr-columns.ts'
import { columnLayout, knownText, splitLine, unbalancedQuote, type CdrLayout } from './cdr-layout.ts'
import { uniqueIdForm } from './legs.ts'

const name = 'the cdr table'

/** The first columns of every `cdr` table. */
const firstColumns = [
  'calldate',
  'clid',
  'src',
  'dst',
  'dcontext',
  'channel',
  'dstchannel',
  'lastapp',
  'lastdata',
  'duration',
  'billsec',
  'disposition',
  'amaflags',
  'accountcode',
  'uniqueid',
  'userfield',
].map(columnNamed)

/** Without `uniqueid` and `userfield`. */
const minFields = 14
const maxFields = 30
/** With all columns of FreePBX. */
const allFields = 26

const soundForm = /^\S+\.(?:wav|wav49|gsm|mp3|ogg|opus|m4a|sln|g722)$/i
const numberForm = /^\+?\d{3,20}$/

/**
 * A `cdr` table without the names of its columns. Those after the sixteenth differ between versions of FreePBX and of what is
 * like it: they are told by what stands in them.
 */
export function tableLayout(separator: string): CdrLayout {
  return {
    name,
    fieldsOf(raw) {
      const fields = splitLine(raw, separator)
      if (fields === undefined) return unbalancedQuote
      const { length: fieldCount } = fields
      if (fieldCount < minFields || fieldCount > maxFields) {
        const description = `The line has ${fieldCount} fields; ${name} has ${minFields} to ${allFields}.`
        return { code: 'fieldCount', description }
      }
      const known = new Map<CdrColumn | undefined, string>(
        firstColumns.map((column, at) => [column, knownText(fields[at])]),
      )
      for (const [column, value] of laterColumns(fields.slice(firstColumns.length).map(knownText)))
        known.set(column, value)
      return { values: cdrColumns.map((column) => known.get(column)), fieldCount }
    },
  }
}

function laterColumns(fields: readonly string[]): [CdrColumn, string][] {
  const isWhole = fields.length === allFields - firstColumns.length
  const sound = fields.find((field) => soundForm.test(field)) ?? ''
  // The two stand beside each other, in either order.
  const did = fields.slice(0, 2).find((field) => numberForm.test(field)) ?? ''
  const linkedid = fields.findLast((field) => uniqueIdForm.test(field)) ?? ''
  const known: [CdrColumn, string][] = [
    ['did', did],
    ['recordingfile', sound],
    ['linkedid', linkedid],
  ]
  if (isWhole) known.push(['outbound_cnum', fields[4] ?? ''], ['sequence', fields[9] ?? ''])
  return known
}

/** A file whose first line names its columns, whatever their order; undefined when that names none of a leg. */
export function headerLayout(header: string, separator: string): CdrLayout | undefined {
  const names = splitLine(header, separator)
  const columns = names?.map((each) => columnNamed(each.replaceAll(/["'`]/g, '')))
  const isHeader = columns?.includes('channel') === true && columns.includes('disposition')
  return isHeader ? columnLayout('the file', columns, separator) : undefined
}
