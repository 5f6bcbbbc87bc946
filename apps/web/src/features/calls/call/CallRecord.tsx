import type { Call, PartialCall } from '@callboard/contract/calls'
import { type ReactNode, Suspense } from 'react'
import { CallHead } from '#web/features/calls/call/CallHead.tsx'
import { ContactCalls } from '#web/features/calls/call/ContactCalls.tsx'
import { DrawerSection } from '#web/features/calls/call/DrawerSection.tsx'
import { Facts, hasKnown } from '#web/features/calls/call/Facts.tsx'
import { attributeFacts, buildFacts } from '#web/features/calls/call/call-facts.tsx'
import { formatPlace, formatStep, precisionSentences } from '@callboard/contract/call-words'
import { secondsAfter } from '#web/features/calls/call/call-timings.ts'
import { TimingBar } from '#web/features/calls/call/TimingBar.tsx'
import { lazyExport } from '#web/lib/lazy-export.ts'
import { useCallAttributes } from '#web/lib/reporting/call-attributes.ts'
import { useCurrentUser, useHoldsClaim } from '#web/lib/session/current-user.ts'
import { DurationText } from '#web/ui/values/DurationText.tsx'
import { annotationFields } from '@callboard/contract/annotations'
import { fields } from '@callboard/contract/call-fields'
import { useQuery } from '@tanstack/react-query'
import { AnnotationEditor } from '#web/features/calls/annotations/AnnotationEditor.tsx'
import { AnnotationHistory } from '#web/features/calls/annotations/AnnotationHistory.tsx'
import { annotationQuery } from '#web/features/calls/annotations/annotation-queries.ts'
import { useMayEditCalls } from '#web/features/calls/list/call-selection.ts'
import classes from '#web/features/calls/call/RouteTrace.module.css'
import { formatDuration } from '@callboard/contract/format'
import { formatPhone } from '@callboard/contract/format-phone'
import { TimeText } from '#web/ui/values/TimeText.tsx'
import { Box, Hint, QuietText, Text } from '#web/ui/layout.tsx'

const CallHold = lazyExport(() => import('#web/features/calls/call/CallHold.tsx'), 'CallHold')
const InForce = lazyExport(() => import('#web/features/calls/call/InForce.tsx'), 'InForce')
const FromNumber = lazyExport(() => import('#web/features/calls/call/FromNumber.tsx'), 'FromNumber')

interface CallStartProps {
  call: PartialCall
  timeZone: string
}

/** What a row of the list knows: who called or was called, and when. */
export function CallStart({ call, timeZone }: CallStartProps) {
  return (
    <>
      <CallHead call={call} timeZone={timeZone} />
      <DrawerSection title="Parties">
        <Facts facts={buildFacts('parties', { call, timeZone })} />
      </DrawerSection>
    </>
  )
}

interface CallRestProps {
  call: Call
  timeZone: string
  callHref: (id: string) => string
  /** The section of its recordings. */
  recordings: ReactNode
}

/** Everything else that is known of a call; first what somebody listens to and writes down, call after call. */
export function CallRest({ call, timeZone, callHref, recordings }: CallRestProps) {
  const of = { call, timeZone }
  const { isAdmin } = useCurrentUser()
  const quality = buildFacts('quality', of)
  const own = attributeFacts(call, useCallAttributes())
  return (
    <>
      {recordings}
      <DrawerSection title="Outcome">
        <CallOutcome {...of} />
      </DrawerSection>
      <DrawerSection
        title="Time"
        note={
          <>
            in total <DurationText seconds={call.duration} />
          </>
        }
      >
        <TimingBar call={call} />
      </DrawerSection>
      <DrawerSection title="Routing">
        <RouteTrace call={call} timeZone={timeZone} />
        <Facts facts={buildFacts('routing', of)} />
        {(call.tod !== null || call.rotationgroup !== null) && (
          <Suspense>
            <InForce call={call} />
          </Suspense>
        )}
      </DrawerSection>
      <DrawerSection title="Attribution">
        {call.fromNumber.length > 0 && (
          <Suspense>
            <FromNumber call={call} />
          </Suspense>
        )}
        <Facts facts={buildFacts('attribution', of)} />
      </DrawerSection>
      {own.length > 0 && (
        <DrawerSection title="Attributes">
          <Facts facts={own} />
        </DrawerSection>
      )}
      <DrawerSection title="Contact’s place" note={precisionSentences[call.geoPrecision]}>
        <Facts facts={[{ label: 'Place', value: formatPlace(call) }, ...buildFacts('place', of)]} />
      </DrawerSection>
      {call.contactNumber !== null && (
        <DrawerSection title="Other calls with this contact" note="last 90 days">
          <ContactCalls
            call={call}
            contactNumber={call.contactNumber}
            timeZone={timeZone}
            callHref={callHref}
          />
        </DrawerSection>
      )}
      {hasKnown(quality) && (
        <DrawerSection title="Sound quality">
          <Facts facts={quality} />
        </DrawerSection>
      )}
      <DrawerSection title="Record">
        <Facts facts={buildFacts('record', of)} />
      </DrawerSection>
      {isAdmin && (
        <Suspense>
          <CallHold callId={call.id} />
        </Suspense>
      )}
    </>
  )
}

const edited = new Set<string>(annotationFields.map((name) => fields[name].label))

/** What became of a call: to be edited by whoever may, and who edited it last. */
function CallOutcome({ call, timeZone }: { call: Call; timeZone: string }) {
  const { data: annotation } = useQuery(annotationQuery(call.id))
  const mayEdit = useMayEditCalls()
  const holdsRight = useHoldsClaim('call.edit')
  const facts = buildFacts('outcome', { call, timeZone })
  if (!mayEdit || annotation === undefined) {
    return (
      <>
        <Facts facts={facts} />
        {!holdsRight && (
          <Hint fontSize={13}>Your roles do not include changing tags, lead status, value or notes.</Hint>
        )}
        {annotation !== undefined && <AnnotationHistory history={annotation.history} timeZone={timeZone} />}
      </>
    )
  }
  const others = facts.filter(
    ({ label, value }) => !edited.has(label) && value !== undefined && value !== null,
  )
  return (
    <>
      <AnnotationEditor key={call.id} annotation={annotation} />
      {others.length > 0 && <Facts facts={others} />}
      <AnnotationHistory history={annotation.history} timeZone={timeZone} />
    </>
  )
}

interface RouteTraceProps {
  call: Call
  timeZone: string
}

/** What happened to the call, step by step, each with its distance from the start. */
function RouteTrace({ call: { routeTrace, startedAt }, timeZone }: RouteTraceProps) {
  if (routeTrace.length === 0) return <Hint>The source sent no routing steps for this call.</Hint>
  return (
    <Box as="ol">
      {routeTrace.map(({ at, detail, ...step }, index) => (
        <li key={index} className={classes.step}>
          <div>
            <Text as="strong" breaks="anywhere">
              {withPhones(formatStep(step))}
            </Text>
            {detail !== '' && (
              <QuietText as="div" breaks="anywhere">
                {withPhones(detail)}
              </QuietText>
            )}
          </div>
          <Box flex="none" textAlign="right">
            <TimeText at={at} show="time" timeZone={timeZone} />
            <Text tone="quiet" fontSize={13} block>
              +{formatDuration(secondsAfter(startedAt, at))}
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
