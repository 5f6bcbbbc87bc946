import type { Parameter, Report } from '@callboard/contract/reports'
import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef, useState } from 'react'
import type { BuilderParts } from '#web/features/report-builder/parts/builder-parts.ts'
import { DefinitionParts } from '#web/features/report-builder/parts/DefinitionParts.tsx'
import { NamePart, nameInputId } from '#web/features/report-builder/parts/NamePart.tsx'
import { ParametersPart } from '#web/features/report-builder/parts/ParametersPart.tsx'
import classes from '#web/features/report-builder/ReportBuilder.module.css'
import { draftOf, type ReportDraft, runProblem } from '#web/features/report-builder/draft/report-draft.ts'
import { SaveBar } from '#web/features/report-builder/SaveBar.tsx'
import { useReportDraft } from '#web/features/report-builder/draft/use-report-draft.ts'
import { useDraftPlace } from '#web/lib/drafts/draft-place.ts'
import { useDebounced } from '#web/lib/debounced.ts'
import { useUndoKeys } from '#web/ui/editing/undo-keys.ts'
import { useLeaveQuestion } from '#web/records/forms/leave-question.ts'
import { RestoredNote } from '#web/records/forms/RestoredNote.tsx'
import { SaveError } from '#web/records/forms/SaveError.tsx'
import { fieldErrors } from '#web/ui/fields/field-errors.ts'
import { Panel } from '#web/ui/page/Panel.tsx'
import { Stack } from '#web/ui/layout.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface ReportBuilderProps {
  parts: BuilderParts
  /** Under which unsaved changes are kept in this browser. */
  place: string
  /** Undefined: a new one. */
  report: Pick<Report, 'id' | 'revision'> | undefined
  /** What is saved, or what a new one begins with. */
  start: ReportDraft
  parameters: readonly Parameter[]
  /** Why this report is not to be changed, as a sentence. */
  lock?: string | undefined
  /** What saving changes for others, before it is done. */
  renderWarning?: (before: ReportDraft, after: ReportDraft) => ReactNode
  save: (draft: ReportDraft, base: { id: string; revision: number } | undefined) => Promise<Report>
  /** The report as it is now. */
  reload: () => Promise<Report>
  /** Opens a new report with all of this. */
  onCopy?: (draft: ReportDraft) => void
}

const pauseMs = 400

/** Everything about a report, with what it shows beside it. */
export function ReportBuilder(props: ReportBuilderProps) {
  const { parts, place, report, start, parameters, lock, renderWarning, save, reload, onCopy } = props
  const message = useMessage()
  const edited = useReportDraft(useDraftPlace(`report:${place}`), {
    draft: start,
    revision: report?.revision ?? null,
  })
  const { draft, base, isChanged, change } = edited
  /** What is edited is saved, or goes on elsewhere: leaving loses nothing. */
  const isDone = useRef(false)
  const [nameError, setNameError] = useState<string>()
  const saving = useMutation({
    mutationFn: (wanted: ReportDraft) => {
      isDone.current = true
      return save(wanted, report && { id: report.id, revision: base.revision ?? report.revision })
    },
    onSuccess: (saved, sent) => {
      message.success(report === undefined ? 'Created.' : 'Saved.')
      if (report === undefined) edited.forget()
      else edited.accept(saved, sent)
    },
    onError: (error) => {
      isDone.current = false
      showNameError(fieldErrors(error, ['name'])[0]?.errors[0])
    },
  })
  useLeaveQuestion(() => isChanged && !isDone.current, edited.isKept)
  useUndoKeys(edited)
  const preview = usePreview(draft)

  function showNameError(error: string | undefined) {
    setNameError(error)
    if (error !== undefined) document.getElementById(nameInputId)?.focus()
  }
  function submit() {
    const isNamed = draft.name.trim() !== ''
    showNameError(isNamed ? undefined : 'Give it a name.')
    if (isNamed) saving.mutate(draft)
  }
  function edit(changes: Partial<ReportDraft>, topic?: string) {
    isDone.current = false
    change(changes, topic)
  }
  const problem = runProblem(draft)
  return (
    <div className={classes.builder}>
      <Stack gap={12} minWidth={0}>
        {edited.restored !== undefined && (
          <RestoredNote
            savedAt={edited.restored.savedAt}
            since={
              report !== undefined && edited.restored.revision !== report.revision
                ? 'Someone else has changed the report since. You will see the changes when you save.'
                : undefined
            }
            onDiscard={edited.discard}
          />
        )}
        {report === undefined && (
          <parts.StartFrom
            onChoose={(of) =>
              edit({ ...draftOf(of), name: draft.name, setIds: draft.setIds, isActive: true })
            }
          />
        )}
        <EditedParts
          parts={parts}
          draft={draft}
          nameError={nameError}
          parameters={parameters}
          onEdit={edit}
        />
      </Stack>
      <Stack as="section" gap={12} minWidth={0} id="preview" className={classes.preview} aria-label="Preview">
        <parts.Preview draft={preview} problem={problem} />
      </Stack>
      <div className={classes.foot}>
        {isChanged && renderWarning?.(base.draft, draft)}
        {saving.error !== null && (
          <SaveError
            error={saving.error}
            fields={['name']}
            onReload={() => {
              saving.reset()
              void reload().then(
                (now) => edited.accept(now),
                () => undefined,
              )
            }}
          />
        )}
        <SaveBar
          edited={edited}
          addLabel={report === undefined ? (parts.Places === undefined ? 'Save' : 'Add Report') : undefined}
          problem={lock ?? problem}
          isSaving={saving.isPending}
          onCopy={
            report === undefined || onCopy === undefined
              ? undefined
              : () => {
                  isDone.current = true
                  onCopy(draft)
                }
          }
          onSave={submit}
        />
      </div>
    </div>
  )
}

interface EditedPartsProps extends Pick<ReportBuilderProps, 'parts' | 'parameters'> {
  draft: ReportDraft
  nameError: string | undefined
  onEdit: (changes: Partial<ReportDraft>, topic?: string) => void
}

/** All that is edited of a report. */
function EditedParts({ parts, parameters, draft, nameError, onEdit }: EditedPartsProps) {
  return (
    <>
      <Panel label="Report" className={classes.stack}>
        <NamePart {...draft} isDescribed={parts.Places !== undefined} error={nameError} onChange={onEdit} />
      </Panel>
      <Panel title="What it shows">
        <DefinitionParts draft={draft} Filters={parts.Filters} onChange={onEdit} />
      </Panel>
      <Panel title="What readers can change">
        <ParametersPart
          known={parameters.filter(({ name }) => draft.kind === 'summary' || name !== 'compare')}
          uses={draft.parameters}
          DefaultValue={parts.DefaultValue}
          onChange={(uses) => onEdit({ parameters: uses })}
        />
      </Panel>
      {parts.Places !== undefined && (
        <Panel title="Where readers see it">
          <parts.Places draft={draft} onChange={onEdit} />
        </Panel>
      )}
    </>
  )
}

/** What the preview shows: the draft once nobody types, or the last one that can be run. */
function usePreview(draft: ReportDraft): ReportDraft {
  const settled = useDebounced(draft, pauseMs)
  const [shown, setShown] = useState(settled)
  if (shown !== settled && runProblem(settled) === undefined) setShown(settled)
  return shown
}
