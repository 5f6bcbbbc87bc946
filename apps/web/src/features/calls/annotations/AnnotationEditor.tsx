import { type Annotation, tagsLimit } from '@callboard/contract/annotations'
import { AutoComplete, Input, InputNumber } from 'antd'
import { useState } from 'react'
import {
  AnnotationField,
  useDraft,
  useFieldEditing,
} from '#web/features/calls/annotations/AnnotationField.tsx'
import classes from '#web/features/calls/annotations/AnnotationEditor.module.css'
import { TagsInput } from '#web/features/calls/annotations/TagsInput.tsx'
import { useValuesInUse } from '#web/features/calls/annotations/values-in-use.ts'

interface EditorProps {
  annotation: Annotation
}

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
  const { value, setDraft, commit } = useDraft<readonly string[]>(annotation.tags, (tags, onSaved) =>
    editing.save({ tags: [...tags] }, onSaved),
  )
  return (
    <AnnotationField editing={editing}>
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
  const { value, setDraft, commit, choose, onKeyDown } = useDraft(
    annotation.leadStatus ?? '',
    (text, onSaved) => editing.save({ leadStatus: text === '' ? null : text }, onSaved),
  )
  const [isSearching, setSearching] = useState(false)
  const options = useValuesInUse('leadStatus', isSearching ? value : '')
  return (
    <AnnotationField editing={editing}>
      <AutoComplete
        {...editing.attributes}
        defaultActiveFirstOption={false}
        className={classes.input ?? ''}
        placeholder="None"
        value={value}
        options={options}
        showSearch={{
          filterOption: false,
          onSearch: (text) => {
            setSearching(true)
            setDraft(text)
          },
        }}
        onSelect={(text: string) => {
          setSearching(false)
          setDraft(text)
          choose(text)
        }}
        onBlur={() => {
          setSearching(false)
          commit()
        }}
        onKeyDown={onKeyDown}
      />
    </AnnotationField>
  )
}

function ScoreField({ annotation }: EditorProps) {
  const editing = useFieldEditing(annotation, 'score')
  const { value, setDraft, commit, onKeyDown } = useDraft(annotation.score, (score, onSaved) =>
    editing.save({ score }, onSaved),
  )
  return (
    <AnnotationField editing={editing}>
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
  const { value, setDraft, commit, onKeyDown } = useDraft(annotation.value ?? '', (text, onSaved) =>
    editing.save({ value: text.trim() === '' ? null : text.trim() }, onSaved),
  )
  return (
    <AnnotationField editing={editing}>
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
  const { value, setDraft, commit, onKeyDown } = useDraft(annotation.note ?? '', (note, onSaved) =>
    editing.save({ note: note === '' ? null : note }, onSaved),
  )
  return (
    <AnnotationField editing={editing}>
      <Input.TextArea
        {...editing.attributes}
        autoSize={{ minRows: 2, maxRows: 12 }}
        placeholder="What is worth knowing about this call"
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
