import { Checkbox, Form, Radio } from 'antd'
import type { NewSource } from '#web/features/imports/new-source.ts'
import { NewSourceFields } from '#web/features/imports/NewSourceFields.tsx'
import { sourceChoice } from '#web/records/choices/source-choice.ts'
import { RecordSelect } from '#web/records/RecordSelect.tsx'
import { Hint, Stack } from '#web/ui/layout.tsx'

interface SourceOfFileProps {
  /** Undefined where no other source can be made. */
  newSource: NewSource | undefined
  /** Whether there is one to choose. */
  hasSources: boolean
  isNew: boolean
  /** Of the chosen one, before a file of it can be imported. */
  needsMapping: boolean
  sourceId: string | undefined
  isDryRun: boolean
  onChange: (part: { isNew?: boolean; sourceId?: string | undefined; isDryRun?: boolean }) => void
}

/** Which phone system a file comes from: one that is there, or a new one. */
export function SourceOfFile(props: SourceOfFileProps) {
  const { newSource, hasSources, isNew, onChange } = props
  const isOffered = newSource !== undefined
  return (
    <>
      {isOffered && hasSources && (
        <Form.Item label="Which phone system does it come from?">
          <Radio.Group
            aria-label="Which phone system does it come from?"
            value={isNew}
            onChange={({ target }) => onChange({ isNew: target.value === true })}
            options={[
              { value: false, label: 'One of your sources' },
              { value: true, label: 'A new system' },
            ]}
          />
        </Form.Item>
      )}
      {isOffered && isNew ? <NewSourceFields source={newSource} /> : <KnownSource {...props} />}
    </>
  )
}

function KnownSource({ newSource, needsMapping, sourceId, isDryRun, onChange }: SourceOfFileProps) {
  return (
    <>
      <Form.Item
        label="Source"
        htmlFor="import_source"
        extra="A source is the phone system that the file comes from."
      >
        <RecordSelect
          id="import_source"
          choice={sourceChoice(undefined)}
          placeholder="Choose a phone system"
          nothingFound={
            newSource === undefined
              ? 'No source is found. An administrator can add one.'
              : 'No source is found. Choose “A new system” above if yours is not there.'
          }
          value={sourceId}
          onChange={(picked) => onChange({ sourceId: picked ?? undefined })}
        />
      </Form.Item>
      {needsMapping ? (
        <Hint fontSize={13}>
          The columns of its files are not known yet. Next, you review what each one means; nothing is
          imported before that.
        </Hint>
      ) : (
        <Stack gap={4}>
          <Checkbox checked={isDryRun} onChange={({ target }) => onChange({ isDryRun: target.checked })}>
            Try the whole file only
          </Checkbox>
          <Hint>Counts what would be created, updated and rejected, and why. Nothing is changed.</Hint>
        </Stack>
      )}
    </>
  )
}
