import type { FieldDeclaration } from '@callboard/contract/field-declaration'
import { statusLabels } from '@callboard/contract/fields'
import { formatDuration } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import { formatDateTime } from '@callboard/contract/format-time'
import { attributeKeyOf, type PreviewRow } from '@callboard/contract/mappings'
import type { MappedField } from '#web/features/mappings/mapping-edit.ts'
import classes from '#web/features/mappings/mappings.module.css'
import { QuietText, Stack } from '#web/ui/layout.tsx'

interface PreviewTableProps {
  rows: readonly PreviewRow[]
  /** Of the source. */
  timeZone: string
  /** That a mapping may say. */
  fields: readonly MappedField[]
}

/** A row for each call, with the fields that any of them has; what fails says why. */
export function PreviewTable({ rows, timeZone, fields }: PreviewTableProps) {
  const columns = columnsOf(rows, fields)
  return (
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- so that the keyboard can scroll it
    <div className={classes.preview} tabIndex={0} role="region" aria-label="Rows as calls">
      <table className={classes.calls}>
        <thead>
          <tr>
            <th scope="col">Line</th>
            {columns.map(({ name, field }) => (
              <th key={name} scope="col">
                {field.shortLabel ?? field.label}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr
              key={`${row.line} ${row.call?.externalCallId ?? ''}`}
              className={row.call === null ? classes.failing : ''}
            >
              <th scope="row">{row.legs > 1 ? `${row.line} +${row.legs - 1}` : row.line}</th>
              {row.call === null ? (
                <Failing row={row} span={Math.max(columns.length, 1)} />
              ) : (
                columns.map(({ name, field }) => (
                  <td key={name} className={field.kind === 'duration' ? classes.figure : ''}>
                    {textOf(valueOf(row, name), field, timeZone)}
                  </td>
                ))
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}

function Failing({ row, span }: { row: PreviewRow; span: number }) {
  return (
    <td colSpan={span}>
      <Stack gap={2} className={classes.reason ?? ''}>
        {row.problems.map(({ description, value }) => (
          <span key={description}>{value === null ? description : withValue(description, value)}</span>
        ))}
        <QuietText breaks="anywhere" fontSize={12}>
          {row.raw}
        </QuietText>
      </Stack>
    </td>
  )
}

/** `The value of “Start” is not a time: “31.2.”` */
function withValue(description: string, value: string): string {
  return `${description.replace(/\.$/, '')}: “${value}”`
}

/** Ids are long, and last. */
function columnsOf(rows: readonly PreviewRow[], fields: readonly MappedField[]): MappedField[] {
  const isFilled = ({ name }: MappedField) => rows.some((row) => valueOf(row, name) !== undefined)
  const isId = ({ name }: MappedField) => name === 'externalCallId'
  const filled = fields.filter(isFilled)
  return [...filled.filter((field) => !isId(field)), ...filled.filter(isId)]
}

function valueOf({ call }: PreviewRow, name: string): unknown {
  const key = attributeKeyOf(name)
  if (key !== undefined) return call?.attributes?.[key]
  return new Map<string, unknown>(Object.entries(call ?? {})).get(name)
}

const statusNames: Readonly<Record<string, string>> = statusLabels

function textOf(value: unknown, { kind, valueLabels }: FieldDeclaration, timeZone: string): string {
  if (typeof value === 'number') return kind === 'duration' ? formatDuration(value) : String(value)
  if (Array.isArray(value)) return value.join(', ')
  if (typeof value !== 'string') return ''
  if (kind === 'instant') return formatDateTime(value, timeZone)
  if (kind === 'phone') return formatPhone(value)
  return valueLabels?.[value] ?? statusNames[value] ?? value
}
