import { fields } from '@callboard/contract/call-fields'
import type { Annotation, AnnotationField as FieldName } from '@callboard/contract/annotations'
import { valueText } from '@callboard/contract/change-words'
import { Button, Tooltip } from 'antd'
import { type KeyboardEvent, type ReactNode, useId, useState } from 'react'
import classes from '#web/features/calls/annotations/AnnotationEditor.module.css'
import {
  type FieldEdit,
  fieldErrorText,
  useSaveAnnotation,
} from '#web/features/calls/annotations/save-annotation.ts'
import { Row } from '#web/ui/layout.tsx'

export type FieldEditing = ReturnType<typeof useFieldEditing>

const valueNow: Record<FieldName, (annotation: Annotation) => FieldEdit['edit']> = {
  tags: ({ tags }) => ({ tags: [...tags] }),
  note: ({ note }) => ({ note }),
  leadStatus: ({ leadStatus }) => ({ leadStatus }),
  score: ({ score }) => ({ score }),
  value: ({ value }) => ({ value }),
}

/** Saves a field, and says in its place why it was not saved. */
export function useFieldEditing(annotation: Annotation, field: FieldName) {
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
      mutate({ field, edit: { giveBack: [field] }, done: `${label} follows the source again.` }),
  }
}

/** A field with its label, the way back to what the source says, and why it was not saved. */
export function AnnotationField({ editing, children }: { editing: FieldEditing; children: ReactNode }) {
  const { annotation, field, label, error, attributes, isKept, keep, giveBack } = editing
  const isEmpty = annotation[field] === null || annotation[field].toString() === ''
  return (
    <div className={field === 'tags' || field === 'note' ? classes.wide : classes.field}>
      <Row align="center" justify="space-between" tone="quiet" minHeight={24} fontSize={13}>
        <label htmlFor={attributes.id}>{label}</label>
        {!isKept && !isEmpty && (
          <Tooltip title="Keep this value, whatever the source sends later.">
            <Button type="link" size="small" aria-label={`${label}: keep this value`} onClick={keep}>
              Keep
            </Button>
          </Tooltip>
        )}
        {isKept && (
          <Tooltip
            title={`The source says: ${valueText(annotation.source[field], { instant: (text) => text })}`}
          >
            <Button
              type="link"
              size="small"
              aria-label={`${label}: follow the source again`}
              onClick={giveBack}
            >
              Reset
            </Button>
          </Tooltip>
        )}
      </Row>
      {children}
      {error !== null && (
        <div id={`${attributes.id}-error`} role="alert" className={classes.error}>
          {fieldErrorText(error, field)}
        </div>
      )}
    </div>
  )
}

/** What is typed until it is saved: on leaving, or by Enter. Escape takes it back. */
export function useDraft<T>(shown: T, save: (value: T, onSaved: () => void) => void) {
  const [draft, setDraft] = useState<{ value: T }>()
  function commit(value = draft?.value) {
    if (value === undefined || value === shown) setDraft(undefined)
    else choose(value)
  }
  /** What was chosen is meant, also where it is what is shown. */
  function choose(value: T) {
    save(value, () => setDraft(undefined))
  }
  function onKeyDown(event: KeyboardEvent) {
    if (event.key !== 'Escape' || draft === undefined) return
    // Else it would close the drawer.
    event.stopPropagation()
    setDraft(undefined)
  }
  return {
    value: draft === undefined ? shown : draft.value,
    setDraft: (value: T) => setDraft({ value }),
    commit,
    choose,
    onKeyDown,
  }
}
