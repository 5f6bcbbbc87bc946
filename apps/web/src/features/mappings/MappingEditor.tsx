import type { GuessReason, Mapping, SampleColumn } from '@callboard/contract/mappings'
import { useQuery } from '@tanstack/react-query'
import { FieldsPanel } from '#web/features/mappings/FieldsPanel.tsx'
import { FormatPanel } from '#web/features/mappings/FormatPanel.tsx'
import classes from '#web/features/mappings/mappings.module.css'
import { isComplete, type MappedField } from '#web/features/mappings/mapping-edit.ts'
import { PreviewPanel } from '#web/features/mappings/PreviewPanel.tsx'
import { previewQuery } from '#web/features/mappings/queries.ts'
import { RowsPanel } from '#web/features/mappings/RowsPanel.tsx'
import type { SampleFile } from '#web/features/mappings/sample-file.ts'
import { useDebounced } from '#web/lib/debounced.ts'
import { Stack } from '#web/ui/layout.tsx'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'

interface MappingEditorProps {
  sourceId: string
  timeZone: string
  fields: readonly MappedField[]
  mapping: Mapping
  reasons: readonly GuessReason[]
  /** Of the guess, until the sample was read. */
  columns: readonly SampleColumn[]
  sample: SampleFile | undefined
  onChange: (mapping: Mapping, reasons: readonly GuessReason[]) => void
}

const debounceMs = 350

/** A mapping on one side, and what becomes of a sample by it on the other. */
export function MappingEditor(props: MappingEditorProps) {
  const { sourceId, timeZone, fields, mapping, reasons, sample, onChange } = props
  const tried = useDebounced(mapping, debounceMs)
  const query = previewQuery(sourceId, sample, tried)
  const preview = useQuery({ ...query, enabled: sample !== undefined && isComplete(tried) })
  const read = preview.data?.columns ?? []
  const columns = read.length > 0 ? read : columnsKnown(props)
  const edit = {
    mapping,
    columns,
    reasons,
    fields,
    change: (parts: Partial<Mapping>) =>
      onChange(
        { ...mapping, ...parts },
        reasons.filter(({ part }) => !isAbout(part, parts, mapping)),
      ),
  }
  return (
    <div className={classes.page}>
      <Stack gap={12} minWidth={0}>
        <FieldsPanel {...edit} />
        <RowsPanel {...edit} />
        <FormatPanel {...edit} />
      </Stack>
      {sample !== undefined && (
        <Stack gap={12} minWidth={0} className={classes.beside ?? ''}>
          {preview.data !== undefined && (
            <PreviewPanel
              preview={preview.data}
              timeZone={timeZone}
              fields={fields}
              isLoading={preview.isFetching || tried !== mapping}
            />
          )}
          {preview.error !== null && !preview.isFetching && (
            <ErrorNote
              error={preview.error}
              title="The sample could not be read by this mapping"
              onRetry={() => void preview.refetch()}
            />
          )}
          {preview.data === undefined && preview.error === null && (
            <Panel title="As calls">
              <Skeleton />
            </Panel>
          )}
        </Stack>
      )}
    </div>
  )
}

/** Without a sample, the columns as the mapping knows them. */
function columnsKnown({ columns, mapping }: MappingEditorProps): readonly SampleColumn[] {
  if (columns.length > 0) return columns
  return mapping.columns.map((name) => ({ name, samples: [], filled: 0, values: [] }))
}

/** Whether a guess is no longer one, because somebody has said otherwise. */
function isAbout(part: string, changed: Partial<Mapping>, before: Mapping): boolean {
  const [name = '', ...rest] = part.split('.')
  if (rest.length === 0) return Object.hasOwn(changed, name)
  const field = rest.join('.')
  return changed.fields !== undefined && changed.fields[field] !== before.fields[field]
}
