import { LockOutlined } from '@ant-design/icons'
import { fields } from '@callboard/contract/call-fields'
import type { Annotation, AnnotationField as FieldName } from '@callboard/contract/annotations'
import { valueText } from '@callboard/contract/change-words'
import { Button, Tooltip } from 'antd'
import { type KeyboardEvent, type ReactNode, useId } from 'react'
import type { z } from 'zod'
import classes from '#web/features/calls/annotations/AnnotationEditor.module.css'
import {
  type FieldEdit,
  fieldErrorText,
  useSaveAnnotation,
} from '#web/features/calls/annotations/save-annotation.ts'
import { type RestoredValue, useEnteredValue } from '#web/lib/drafts/entered-value.ts'
import { Box, Row } from '#web/ui/layout.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'

const valueNow: Record<FieldName, (annotation: Annotation) => FieldEdit['edit']> = {
  tags: ({ tags }) => ({ tags: [...tags] }),
  note: ({ note }) => ({ note }),
  leadStatus: ({ leadStatus }) => ({ leadStatus }),
  score: ({ score }) => ({ score }),
  value: ({ value }) => ({ value }),
}

/** Saves a field, and says in its place why it was not saved. */
function useFieldEditing(annotation: Annotation, field: FieldName) {
  const { mutate, error, isPending } = useSaveAnnotation(annotation.id)
  const id = useId()
  const { label } = fields[field]
  return {
    annotation,
    field,
    label,
    error,
    isPending,
    /** Of the input. */
    attributes: {
      id,
      status: error === null ? ('' as const) : ('error' as const),
      ...(error !== null && { 'aria-describedby': `${id}-error`, 'aria-invalid': true as const }),
    },
    isKept: annotation.setFields.includes(field),
    save: (edit: FieldEdit['edit'], onSaved: () => void) =>
      mutate({ field, edit, done: `${label} saved.` }, { onSuccess: onSaved }),
    keep: () => mutate({ field, edit: valueNow[field](annotation), done: `${label} kept.` }),
    giveBack: () =>
      mutate({ field, edit: { giveBack: [field] }, done: `${label} reset to the value of the source.` }),
  }
}

interface AnnotationFieldProps {
  editing: ReturnType<typeof useFieldEditing>
  restored: RestoredValue | undefined
  discard: () => void
  commit: () => void
  children: ReactNode
}

/** A field with its label, the way back to what the source says, and why it was not saved. */
export function AnnotationField({ editing, restored, discard, commit, children }: AnnotationFieldProps) {
  const { annotation, field, label, error, attributes, isKept, keep, giveBack } = editing
  const isEmpty = annotation[field] === null || annotation[field].toString() === ''
  return (
    <div className={field === 'tags' || field === 'note' ? classes.wide : classes.field}>
      <Row align="center" justify="space-between" tone="quiet" minHeight={24} fontSize={13}>
        <label htmlFor={attributes.id}>{label}</label>
        {!isKept && !isEmpty && (
          <Tooltip title="Keep this value even if the source sends another one.">
            <Button
              type="text"
              size="small"
              icon={<LockOutlined />}
              aria-label={`${label}: keep this value`}
              onClick={keep}
            />
          </Tooltip>
        )}
        {isKept && (
          <Tooltip title={`Source: ${valueText(annotation.source[field], { instant: (text) => text })}`}>
            <Button
              type="link"
              size="small"
              aria-label={`${label}: reset to the value of the source`}
              onClick={giveBack}
            >
              Reset
            </Button>
          </Tooltip>
        )}
      </Row>
      {children}
      {restored !== undefined && (
        <Row gap="0 8px" align="center" wrap margin="2px 0 0" tone="quiet" fontSize={13}>
          <span>
            Not saved yet, entered <TimeText at={restored.savedAt} show="recent" />.
            {restored.isChangedSince &&
              ` Since then it was changed to ${valueText(annotation[field], { instant: (text) => text })}.`}
          </span>
          <Button type="link" size="small" aria-label={`${label}: save`} onClick={commit}>
            Save
          </Button>
          <Button type="link" size="small" aria-label={`${label}: discard`} onClick={discard}>
            Discard
          </Button>
        </Row>
      )}
      {error !== null && (
        <Box
          id={`${attributes.id}-error`}
          role="alert"
          tone="worse"
          breaks="anywhere"
          margin="2px 0 0"
          fontSize={13}
        >
          {fieldErrorText(error, field)}
        </Box>
      )}
    </div>
  )
}

interface FieldOptions<T> {
  schema: z.ZodType<T>
  shown: T
  /** What is sent of it. */
  edit: (value: T) => FieldEdit['edit']
}

/** What is typed until it is saved: on leaving, or by Enter. Escape takes it back; a page that is closed before keeps it. */
export function useField<T>(
  annotation: Annotation,
  name: FieldName,
  { schema, shown, edit }: FieldOptions<T>,
) {
  const editing = useFieldEditing(annotation, name)
  const draft = useEnteredValue(`call:${annotation.id}:${name}`, schema, shown)
  const entered = draft.value
  function commit(value = entered) {
    if (value === undefined || value === shown) draft.giveUp()
    else choose(value)
  }
  /** What was chosen is meant, also where it is what is shown. */
  function choose(value: T) {
    editing.save(edit(value), draft.giveUp)
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || entered === undefined) return
    // Else it would close the drawer.
    event.stopPropagation()
    draft.giveUp()
  }
  return {
    /** Of the `AnnotationField`. */
    field: { editing, restored: draft.restored, discard: draft.giveUp, commit: () => commit() },
    /** Of an input that is typed into. */
    input: {
      ...editing.attributes,
      value: entered === undefined ? shown : entered,
      onBlur: () => commit(),
      onKeyDown,
    },
    setDraft: draft.enter,
    commit,
    choose,
  }
}
