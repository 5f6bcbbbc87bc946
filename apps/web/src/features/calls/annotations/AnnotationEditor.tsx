import { type Annotation, type ReusedField, tagsLimit } from '@callboard/contract/annotations'
import { useQuery } from '@tanstack/react-query'
import { AutoComplete, Input, InputNumber, Select } from 'antd'
import { useDeferredValue, useState } from 'react'
import {
  AnnotationField,
  useDraft,
  useFieldEditing,
} from '#web/features/calls/annotations/AnnotationField.tsx'
import classes from '#web/features/calls/annotations/AnnotationEditor.module.css'
import { annotationValuesQuery } from '#web/features/calls/annotations/annotation-queries.ts'

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

/** Values in use that match what is typed, to choose from. */
export function useValuesInUse(field: ReusedField, keyword: string) {
  const { data } = useQuery(annotationValuesQuery(field, useDeferredValue(keyword.trim())))
  return (data?.items ?? []).map((value) => ({ value, label: value }))
}

function TagsField({ annotation }: EditorProps) {
  const [keyword, setKeyword] = useState('')
  const options = useValuesInUse('tags', keyword)
  const editing = useFieldEditing(annotation, 'tags')
  const { value, setDraft, commit } = useDraft<readonly string[]>(annotation.tags, (tags, onSaved) =>
    editing.save({ tags: [...tags] }, onSaved),
  )
  return (
    <AnnotationField editing={editing}>
      <Select
        {...editing.attributes}
        mode="tags"
        // Else Tab would take the first one on its way out.
        defaultActiveFirstOption={false}
        className={classes.input ?? ''}
        loading={editing.isPending}
        placeholder="Add a tag"
        maxCount={tagsLimit}
        tokenSeparators={[',']}
        value={[...value]}
        options={options}
        showSearch={{ filterOption: false, onSearch: setKeyword, autoClearSearchValue: true }}
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
