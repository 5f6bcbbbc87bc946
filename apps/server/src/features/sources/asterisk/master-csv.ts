import { splitCsvLine } from '#server/lib/files/csv-line.ts'
import { unbalancedQuote, type CdrLayout } from './cdr-layout.ts'
import type { CdrValues } from './cdr-columns.ts'
import { uniqueIdForm } from './legs.ts'

/** The columns that `loguniqueid`, `loguserfield` and `newcdrcolumns` add after the first sixteen. */
const minFields = 16
const maxFields = 21

/** The file of `cdr_csv`. */
export const masterCsv: CdrLayout = {
  name: 'Master.csv',
  fieldsOf(raw) {
    const fields = splitCsvLine(raw)
    if (fields === undefined) return unbalancedQuote
    const { length: fieldCount } = fields
    if (fieldCount < minFields || fieldCount > maxFields) {
      const description = `The line has ${fieldCount} fields; Master.csv has ${minFields} to ${maxFields}.`
      return { code: 'fieldCount', description }
    }
    return { values: fieldCount === maxFields ? fields : allColumns(fields), fieldCount }
  },
}

/**
 * 16 fields have no id; 18 and 21 have uniqueid and userfield; in 17 and 20 the seventeenth is one of them, told by
 * its form. From 19 on peeraccount, linkedid and sequence are the last three.
 */
function allColumns(fields: readonly string[]): CdrValues {
  const hasNewColumns = fields.length >= 19
  const optional = fields.length - minFields - (hasNewColumns ? 3 : 0)
  const seventeenth = fields[minFields] ?? ''
  const isUniqueId = optional === 2 || (optional === 1 && uniqueIdForm.test(seventeenth))
  const lastColumns = hasNewColumns ? fields.slice(-3) : []
  return [...fields.slice(0, minFields), isUniqueId ? seventeenth : '', '', ...lastColumns]
}
