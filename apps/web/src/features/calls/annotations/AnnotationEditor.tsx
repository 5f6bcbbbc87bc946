import { type Annotation, tagsLimit } from '@callboard/contract/annotations'
import { Input, InputNumber } from 'antd'
import { z } from 'zod'
import { AnnotationField, useField } from '#web/features/calls/annotations/AnnotationField.tsx'
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
  const { field, input, setDraft, commit } = useField<readonly string[]>(annotation, 'tags', {
    schema: Tags,
    shown: annotation.tags,
    edit: (tags) => ({ tags: [...tags] }),
  })
  return (
    <AnnotationField {...field}>
      <TagsInput
        {...field.editing.attributes}
        loading={field.editing.isPending}
        placeholder="Add a tag"
        maxCount={tagsLimit}
        value={input.value}
        onChange={(tags) => {
          setDraft(tags)
          commit(tags)
        }}
      />
    </AnnotationField>
  )
}

function LeadStatusField({ annotation }: EditorProps) {
  const { field, input, setDraft, choose } = useField(annotation, 'leadStatus', {
    schema: Text,
    shown: annotation.leadStatus ?? '',
    edit: (text) => ({ leadStatus: text === '' ? null : text }),
  })
  return (
    <AnnotationField {...field}>
      <LeadStatusInput {...input} placeholder="None" onChange={setDraft} onChoose={choose} />
    </AnnotationField>
  )
}

function ScoreField({ annotation }: EditorProps) {
  const { field, input, setDraft } = useField(annotation, 'score', {
    schema: Score,
    shown: annotation.score,
    edit: (score) => ({ score }),
  })
  return (
    <AnnotationField {...field}>
      <InputNumber
        {...input}
        style={{ width: '100%' }}
        placeholder="0 to 100"
        precision={0}
        onChange={setDraft}
        onPressEnter={field.commit}
      />
    </AnnotationField>
  )
}

function ValueField({ annotation }: EditorProps) {
  const { field, input, setDraft } = useField(annotation, 'value', {
    schema: Text,
    shown: annotation.value ?? '',
    edit: (text) => ({ value: text.trim() === '' ? null : text.trim() }),
  })
  return (
    <AnnotationField {...field}>
      <Input
        {...input}
        inputMode="decimal"
        placeholder="None"
        suffix={annotation.currency ?? undefined}
        onChange={(event) => setDraft(event.target.value)}
        onPressEnter={field.commit}
      />
    </AnnotationField>
  )
}

function NoteField({ annotation }: EditorProps) {
  const { field, input, setDraft } = useField(annotation, 'note', {
    schema: Text,
    shown: annotation.note ?? '',
    edit: (note) => ({ note: note === '' ? null : note }),
  })
  return (
    <AnnotationField {...field}>
      <Input.TextArea
        {...input}
        autoSize={{ minRows: 2, maxRows: 12 }}
        placeholder="Add a note about this call"
        onChange={(event) => setDraft(event.target.value)}
        onKeyDown={(event) => {
          if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) field.commit()
          input.onKeyDown(event)
        }}
      />
    </AnnotationField>
  )
}
