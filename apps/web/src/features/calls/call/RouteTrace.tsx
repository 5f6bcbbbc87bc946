import type { Call } from '@callboard/contract/calls'
import { formatStep } from '@callboard/contract/call-words'
import classes from '#web/features/calls/call/RouteTrace.module.css'
import { formatDuration } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Hint, QuietText, Text } from '#web/ui/layout.tsx'

interface RouteTraceProps {
  call: Call
  timeZone: string
}

/** What happened to the call, step by step, each with its distance from the start. */
export function RouteTrace({ call: { routeTrace, startedAt }, timeZone }: RouteTraceProps) {
  if (routeTrace.length === 0) return <Hint>The source sent no routing steps for this call.</Hint>
  return (
    <Box as="ol">
      {routeTrace.map(({ at, step, detail }, index) => (
        <li key={index} className={classes.step}>
          <div>
            <strong>{formatStep(step)}</strong>
            {detail !== '' && (
              <QuietText as="div" breaks="anywhere">
                {withPhones(detail)}
              </QuietText>
            )}
          </div>
          <Box flex="none" textAlign="right">
            <TimeText at={at} show="time" timeZone={timeZone} />
            <Text tone="quiet" fontSize={13} block>
              +{formatDuration((Date.parse(at) - Date.parse(startedAt)) / 1000)}
            </Text>
          </Box>
        </li>
      ))}
    </Box>
  )
}

function withPhones(text: string): string {
  return text.replace(/\+\d{7,15}/g, formatPhone)
}
