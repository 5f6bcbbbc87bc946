import { Segmented } from 'antd'
import { useState } from 'react'
import { MailFrame, MailText } from '#web/ui/mails/MailFrame.tsx'

interface MailBodyProps {
  text: string
  /** Null for a mail of plain text alone. */
  html: string | null
}

/** A mail as it arrives, and its plain text. */
export function MailBody({ text, html }: MailBodyProps) {
  const [shown, setShown] = useState<'html' | 'text'>(html === null ? 'text' : 'html')
  return (
    <>
      {html !== null && (
        <Segmented
          style={{ marginBottom: 12 }}
          value={shown}
          onChange={setShown}
          options={[
            { value: 'html', label: 'As it arrives' },
            { value: 'text', label: 'Plain text' },
          ]}
        />
      )}
      {shown === 'html' && html !== null ? (
        <MailFrame html={html} height="min(640px, 70vh)" />
      ) : (
        <MailText text={text} />
      )}
    </>
  )
}
