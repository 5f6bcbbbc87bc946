import type { BuiltInTemplateKey } from '@callboard/contract/email-templates'
import { joinWithOr } from '@callboard/contract/format-names'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert, Form, Segmented } from 'antd'
import { useEffect, useRef, useState } from 'react'
import { templatePreviewQuery } from '#web/features/email-templates/queries.ts'
import { useDebounced } from '#web/lib/debounced.ts'
import { MailFrame, MailText } from '#web/ui/mails/MailFrame.tsx'
import { fieldErrors, isAllInFields } from '#web/ui/fields/field-errors.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Hint, Stack, Text } from '#web/ui/layout.tsx'

interface Texts {
  subject: string
  bodyHtml: string
  bodyText: string
}

const pauseMs = 500
const height = '420px'
const textFields = ['subject', 'bodyHtml', 'bodyText'] as const

/** What a mail of the texts in the form would say to whoever writes them. */
export function TemplatePreview({
  texts,
  templateKey,
}: {
  texts: Texts
  templateKey: BuiltInTemplateKey | null
}) {
  const [shown, setShown] = useState<'html' | 'text'>('html')
  const asked = useDebounced(texts, pauseMs)
  const isComplete = asked.subject.trim() !== '' && asked.bodyText.trim() !== ''
  const query = useQuery({
    ...templatePreviewQuery({ ...asked, key: templateKey }),
    placeholderData: keepPreviousData,
    enabled: isComplete,
    staleTime: 0,
    retry: false,
  })
  useErrorsInForm(query.error)
  const isInFields = isAllInFields(query.error, textFields)
  return (
    <Stack as="section" gap={8} minWidth={0} aria-label="Preview">
      <Text as="h2" fontSize={15} lineHeight="24px">
        Preview, as an email to you
      </Text>
      {!isComplete && <Hint margin="0 0 8px">An email needs a subject and plain text.</Hint>}
      {isComplete && isInFields && (
        <Alert type="error" showIcon title="The preview could not be rendered: see the fields" />
      )}
      {isComplete && !isInFields && (
        <QueryState query={query} errorTitle="The preview could not be rendered">
          {({ subject, html, text, unknownVariables }) => (
            <Stack gap={8}>
              {unknownVariables.length > 0 && (
                <Alert
                  type="warning"
                  showIcon
                  title={`This email has no ${joinWithOr(unknownVariables)}: nothing stands there`}
                />
              )}
              <Text as="p" breaks="anywhere">
                Subject: <strong>{subject}</strong>
              </Text>
              <Segmented
                value={shown}
                onChange={setShown}
                options={[
                  { value: 'html', label: 'HTML' },
                  { value: 'text', label: 'Plain text' },
                ]}
              />
              {shown === 'text' && <MailText text={text} maxHeight={height} />}
              {shown === 'html' && html.trim() === '' && (
                <Hint margin="0 0 8px">There is no HTML, so the email is plain text only.</Hint>
              )}
              {shown === 'html' && html.trim() !== '' && <MailFrame html={html} height={height} />}
            </Stack>
          )}
        </QueryState>
      )}
    </Stack>
  )
}

/** What is wrong with a text stands under its field, until it is tried again. */
function useErrorsInForm(error: Error | null): void {
  const form = Form.useFormInstance()
  const shown = useRef<readonly string[]>([])
  useEffect(() => {
    const errors = fieldErrors(error, textFields)
    const none = shown.current.map((name) => ({ name, errors: [] }))
    shown.current = errors.map(({ name }) => name)
    const fields = [...none, ...errors]
    if (fields.length > 0) form.setFields(fields)
  }, [error, form])
}
