import { type Annotation, tagsLimit } from '@callboard/contract/annotations'
import { Input, InputNumber } from 'antd'
import { z } from 'zod'
import {
  AnnotationField,
  useDraft,
  useFieldEditing,
} from '#web/features/calls/annotations/AnnotationField.tsx'
import classes from '#web/features/calls/annotations/AnnotationEditor.module.css'
import { LeadStatusInput } from '#web/features/calls/annotations/LeadStatusInput.tsx'
import { TagsInput } from '#web/features/calls/annotations/TagsInput.tsx'

interface EditorProps {
  annotation: Annotation
}

const Tags = z.array(z.string()).readonly()
const Text = z.string()
const Score = z.number().nullable()

/** What people say of a call, each field saved as soon as it is left. */
export function AnnotationEditor({ annotation }: EditorProps) {
  return (
    <div className={classes.fields}>
      <TagsField annotation={annotation} />
      <LeadStatusField annotation={annotation} />
      <ScoreField annotation={annotation} />
      <ValueField annotation={annotation} />
      <NoteField annotation={annotation} />
    </div>
  )
}

function TagsField({ annotation }: EditorProps) {
  const editing = useFieldEditing(annotation, 'tags')
  const draft = useDraft<readonly string[]>({
    of: editing,
    schema: Tags,
    shown: annotation.tags,
    save: (tags, onSaved) => editing.save({ tags: [...tags] }, onSaved),
  })
  const { value, setDraft, commit } = draft
  return (
    <AnnotationField editing={editing} draft={draft}>
      <TagsInput
        {...editing.attributes}
        className={classes.input ?? ''}
        loading={editing.isPending}
        placeholder="Add a tag"
        maxCount={tagsLimit}
        value={value}
        onChange={(tags) => {
          setDraft(tags)
          commit(tags)
        }}
      />
    </AnnotationField>
  )
}

function LeadStatusField({ annotation }: EditorProps) {
  const editing = useFieldEditing(annotation, 'leadStatus')
  const draft = useDraft({
    of: editing,
    schema: Text,
    shown: annotation.leadStatus ?? '',
    save: (text, onSaved) => editing.save({ leadStatus: text === '' ? null : text }, onSaved),
  })
  const { value, setDraft, commit, choose, onKeyDown } = draft
  return (
    <AnnotationField editing={editing} draft={draft}>
      <LeadStatusInput
        {...editing.attributes}
        className={classes.input ?? ''}
        placeholder="None"
        value={value}
        onChange={setDraft}
        onChoose={choose}
        onBlur={() => commit()}
        onKeyDown={onKeyDown}
      />
    </AnnotationField>
  )
}

function ScoreField({ annotation }: EditorProps) {
  const editing = useFieldEditing(annotation, 'score')
  const draft = useDraft({
    of: editing,
    schema: Score,
    shown: annotation.score,
    save: (score, onSaved) => editing.save({ score }, onSaved),
  })
  const { value, setDraft, commit, onKeyDown } = draft
  return (
    <AnnotationField editing={editing} draft={draft}>
      <InputNumber
        {...editing.attributes}
        className={classes.input ?? ''}
        placeholder="0 to 100"
        precision={0}
        value={value}
        onChange={setDraft}
        onBlur={() => commit()}
        onPressEnter={() => commit()}
        onKeyDown={onKeyDown}
      />
    </AnnotationField>
  )
}

function ValueField({ annotation }: EditorProps) {
  const editing = useFieldEditing(annotation, 'value')
  const draft = useDraft({
    of: editing,
    schema: Text,
    shown: annotation.value ?? '',
    save: (text, onSaved) => editing.save({ value: text.trim() === '' ? null : text.trim() }, onSaved),
  })
  const { value, setDraft, commit, onKeyDown } = draft
  return (
    <AnnotationField editing={editing} draft={draft}>
      <Input
        {...editing.attributes}
        inputMode="decimal"
        placeholder="None"
        suffix={annotation.currency ?? undefined}
        value={value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => commit()}
        onPressEnter={() => commit()}
        onKeyDown={onKeyDown}
      />
    </AnnotationField>
  )
}

function NoteField({ annotation }: EditorProps) {
  const editing = useFieldEditing(annotation, 'note')
  const draft = useDraft({
    of: editing,
    schema: Text,
    shown: annotation.note ?? '',
    save: (note, onSaved) => editing.save({ note: note === '' ? null : note }, onSaved),
  })
  const { value, setDraft, commit, onKeyDown } = draft
  return (
    <AnnotationField editing={editing} draft={draft}>
      <Input.TextArea
        {...editing.attributes}
        autoSize={{ minRows: 2, maxRows: 12 }}
        placeholder="Add a note about this call"
        value={value}
        onChange={(event) => setDraft(event.target.value)}
        onBlur={() => commit()}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) commit()
          onKeyDown(event)
        }}
      />
    </AnnotationField>
  )
}
