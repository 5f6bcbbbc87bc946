import type { PartialCall } from '@callboard/contract/calls'
import { directionLabels } from '@callboard/contract/call-words'
import { formatCounted } from '@callboard/contract/format'
import { PhoneText } from '#web/ui/values/PhoneText.tsx'
import { StatusTag } from '#web/ui/values/StatusTag.tsx'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Row, Text } from '#web/ui/layout.tsx'

interface CallHeadProps {
  call: PartialCall
  timeZone: string
}

/** Who called or was called, when, and how it ended. */
export function CallHead({ call, timeZone }: CallHeadProps) {
  return (
    <Box padding="0 0 16px">
      <Row gap="4px 12px" align="center" wrap tone="quiet">
        {call.status !== undefined && <StatusTag status={call.status} startedAt={call.startedAt} />}
        {call.direction !== undefined && <span>{directionLabels[call.direction]}</span>}
        <TimeText at={call.startedAt} timeZone={timeZone} />
      </Row>
      <Text as="h2" margin="8px 0 2px" fontSize={20}>
        <PhoneText number={call.contactNumber} missing="Number withheld" />
        {typeof call.callerName === 'string' && (
          <Text margin="0 0 0 10px" fontSize={15} fontWeight={400}>
            {call.callerName}
          </Text>
        )}
      </Text>
      <Row gap="4px 12px" align="center" wrap tone="quiet">
        {historyOf(call)}
      </Row>
    </Box>
  )
}

function historyOf({ firstTime, priorCalls }: PartialCall): string | undefined {
  if (firstTime === true) return 'First call from this caller'
  return priorCalls === undefined || priorCalls === null
    ? undefined
    : `${formatCounted(priorCalls, 'call')} before this one`
}
