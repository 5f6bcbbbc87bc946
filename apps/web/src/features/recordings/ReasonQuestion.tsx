import type { Recording } from '@callboard/contract/recordings'
import { Input, type InputRef, Modal } from 'antd'
import { type ReactNode, useCallback, useId, useRef, useState } from 'react'

interface Asked {
  /** Goes on once it is known why. */
  withReason: (action: (reason: string | undefined) => void) => void
  question: ReactNode
}

/** Asks once why somebody listens to an original, where the portal wants to know. */
export function useReason({
  redacted,
  isReasonRequired,
}: Pick<Recording, 'redacted' | 'isReasonRequired'>): Asked {
  const isAsked = !redacted && isReasonRequired
  const [reason, setReason] = useState<string>()
  const [waiting, setWaiting] = useState<{ action: (reason: string | undefined) => void }>()
  const withReason = useCallback<Asked['withReason']>(
    (action) => {
      if (!isAsked || reason !== undefined) action(reason)
      else setWaiting({ action })
    },
    [isAsked, reason],
  )
  return {
    withReason,
    question: waiting !== undefined && (
      <ReasonQuestion
        onCancel={() => setWaiting(undefined)}
        onAnswer={(given) => {
          setReason(given)
          setWaiting(undefined)
          waiting.action(given)
        }}
      />
    ),
  }
}

interface ReasonQuestionProps {
  onAnswer: (reason: string) => void
  onCancel: () => void
}

function ReasonQuestion({ onAnswer, onCancel }: ReasonQuestionProps) {
  const [text, setText] = useState('')
  const id = useId()
  const input = useRef<InputRef>(null)
  const reason = text.trim()
  return (
    <Modal
      open
      title="Why do you listen to the original?"
      okText="Listen"
      okButtonProps={{ disabled: reason === '' }}
      onOk={() => onAnswer(reason)}
      onCancel={onCancel}
      afterOpenChange={(isOpen) => isOpen && input.current?.focus()}
    >
      <p id={id}>Who listened to an original, when and why, is on record.</p>
      <Input
        ref={input}
        aria-label="Reason"
        aria-describedby={id}
        maxLength={500}
        placeholder="Complaint of the caller"
        value={text}
        onChange={({ target }) => setText(target.value)}
        onPressEnter={() => reason !== '' && onAnswer(reason)}
      />
    </Modal>
  )
}
