import { getReportOfSaved } from '@callboard/contract/saved-reports'
import type { Subscription } from '@callboard/contract/subscriptions'
import { useQuery } from '@tanstack/react-query'
import { Drawer } from 'antd'
import type { KeyboardEvent } from 'react'
import { OwnSubscriptionItems } from '#web/features/subscriptions/OwnSubscriptionItems.tsx'
import { SendForm } from '#web/features/subscriptions/sending/SendForm.tsx'
import type { ToSend } from '#web/features/subscriptions/sending/to-send.ts'
import { endpointQuery } from '#web/lib/api/endpoint-query.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Box, Text } from '#web/ui/layout.tsx'

interface SendDrawerProps {
  of: ToSend
  name: string
  /** Those of it that the user owns or receives already. */
  own: readonly Subscription[]
  onClose: () => void
}

/** Escape in a field leaves that, as it closes a list that is open there; the next one closes the drawer. */
function leaveField(event: KeyboardEvent<HTMLElement>) {
  const { key, target, currentTarget } = event
  if (key !== 'Escape' || !(target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement))
    return
  if (target.type === 'checkbox' || target.type === 'radio' || target.ariaExpanded === 'true') return
  event.stopPropagation()
  currentTarget.closest<HTMLElement>('[tabindex]')?.focus()
}

/** Sends a report: to whom, when, as which files, and what each of them will get. As it stands, one more click is enough. */
export function SendDrawer({ of, name, own, onClose }: SendDrawerProps) {
  const isNarrow = useMediaQuery(narrowList)
  const loaded = useQuery({
    ...endpointQuery('report', getReportOfSaved, { params: { id: of.saved?.id ?? '' } }),
    enabled: of.report === undefined,
  })
  return (
    <Drawer
      open
      title={`Send ${name}`}
      size={isNarrow ? '100vw' : 'clamp(520px, 46vw, 760px)'}
      onClose={onClose}
      onKeyDown={leaveField}
    >
      {of.report === undefined ? (
        <QueryState query={loaded} errorTitle="Its report could not be opened">
          {(report) => <SendForm of={of} name={name} report={report} onClose={onClose} />}
        </QueryState>
      ) : (
        <SendForm of={of} name={name} report={of.report} onClose={onClose} />
      )}
      {own.length > 0 && (
        <Box margin="24px 0 0">
          <Text as="h2" margin="0 0 12px" fontSize={15}>
            Sent already
          </Text>
          <OwnSubscriptionItems items={own} />
        </Box>
      )}
    </Drawer>
  )
}
