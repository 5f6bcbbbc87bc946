import type { Recording } from '@callboard/contract/recordings'
import { useMutation } from '@tanstack/react-query'
import { Button, Input } from 'antd'
import { useId, useState } from 'react'
import { askForUrl } from '#web/features/recordings/queries.ts'
import { useInvalidate } from '#web/records/invalidate.ts'
import { ErrorNote } from '#web/ui/page/ErrorNote.tsx'
import { Hint, Row, Stack } from '#web/ui/layout.tsx'

/** Asks why somebody listens to an original, before anything of it is shown. The portal knows it from then on, for an hour. */
export function ReasonForm({ recording: { id } }: { recording: Pick<Recording, 'id'> }) {
  const [text, setText] = useState('')
  const reason = text.trim()
  const inputId = useId()
  const invalidate = useInvalidate()
  const { mutate, isPending, error } = useMutation({
    // The address is not used: giving the reason is what counts.
    mutationFn: () => askForUrl({ id, isRedacted: false, reason }),
    onSuccess: () => invalidate('recording'),
  })
  return (
    <Stack
      as="form"
      gap={6}
      maxWidth={640}
      onSubmit={(event) => {
        event.preventDefault()
        if (reason !== '') mutate()
      }}
    >
      <label htmlFor={inputId}>
        <strong>Why do you want to hear the original?</strong>
      </label>
      <Hint>The portal records who listens to an original, when and why.</Hint>
      <Row gap={8}>
        <Input
          id={inputId}
          maxLength={500}
          placeholder="Complaint of the caller"
          value={text}
          onChange={({ target }) => setText(target.value)}
        />
        <Button type="primary" htmlType="submit" loading={isPending} disabled={reason === ''}>
          Listen
        </Button>
      </Row>
      {error !== null && <ErrorNote error={error} title="The reason was not saved" />}
    </Stack>
  )
}
