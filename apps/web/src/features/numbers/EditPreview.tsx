import { fields } from '@callboard/contract/call-fields'
import type { NumberEdit, NumberPreview } from '@callboard/contract/numbers'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Alert } from 'antd'
import type { z } from 'zod'
import { numberPreviewQuery } from '#web/features/numbers/queries.ts'
import { errorText } from '#web/lib/api/api-error.ts'
import { ChangedCalls } from '#web/records/ChangedCalls.tsx'
import { useDebounced } from '#web/lib/debounced.ts'
import { Box, Hint, QuietText } from '#web/ui/layout.tsx'

const typingMs = 400

interface EditPreviewProps {
  /** Undefined while nothing can be said of it. */
  edit: z.input<typeof NumberEdit> | undefined
  timeZone: string
}

/** How many calls an edit would change, and the newest of them. */
export function EditPreview({ edit: entered, timeZone }: EditPreviewProps) {
  const text = useDebounced(entered === undefined ? '' : JSON.stringify(entered), typingMs)
  const edit = entered !== undefined && JSON.stringify(entered) === text ? entered : undefined
  const { data, error, isFetching } = useQuery({
    ...numberPreviewQuery(edit ?? { kind: 'timeline', numberId: '', assignments: [] }),
    enabled: edit !== undefined,
    placeholderData: keepPreviousData,
    retry: false,
  })
  if (entered === undefined) return null
  if (error !== null && !isFetching) return <Alert type="warning" showIcon title={errorText(error)} />
  if (data === undefined) return <Hint margin="0">Counting calls…</Hint>
  return <PreviewedCalls preview={data} timeZone={timeZone} />
}

/** The calls that an edit would change. */
export function PreviewedCalls({ preview, timeZone }: { preview: NumberPreview; timeZone: string }) {
  const { calls, examples } = preview
  return (
    <Box padding="0 0 16px">
      <ChangedCalls
        calls={calls}
        examples={examples}
        timeZone={timeZone}
        renderChange={({ changes }) =>
          changes.map(({ field, from, to }) => (
            <span key={field}>
              <QuietText>{fields[field].label}:</QuietText> {from ?? 'none'} → {to ?? 'none'}
            </span>
          ))
        }
      />
    </Box>
  )
}
