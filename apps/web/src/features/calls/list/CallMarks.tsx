import { FileTextOutlined } from '@ant-design/icons'
import type { PartialCall } from '@callboard/contract/calls'
import classes from '#web/features/calls/list/CallMarks.module.css'
import { NoValue } from '#web/ui/values/NoValue.tsx'
import { Spoken } from '#web/ui/Spoken.tsx'

/** Whether there is something that people or the source have put on a call. */
export function isMarked({ tags = [], leadStatus, note }: PartialCall): boolean {
  return tags.length > 0 || hasText(leadStatus) || hasText(note)
}

/** The tags of a call, what it is as a lead, and whether it has a note, in little room. */
export function CallMarks({ call }: { call: PartialCall }) {
  const { tags = [], leadStatus, note } = call
  if (!isMarked(call)) return <NoValue />
  return (
    <span className={classes.marks}>
      {hasText(note) && (
        <span className={classes.note} title={note}>
          <FileTextOutlined aria-hidden />
          <Spoken>Has a note </Spoken>
        </span>
      )}
      {hasText(leadStatus) && (
        <span className={classes.lead} title={`Lead status: ${leadStatus}`}>
          {leadStatus}
        </span>
      )}
      {tags.map((tag) => (
        <span key={tag} className={classes.tag} title={tag}>
          {tag}
        </span>
      ))}
    </span>
  )
}

function hasText(text: string | null | undefined): text is string {
  return typeof text === 'string' && text !== ''
}
