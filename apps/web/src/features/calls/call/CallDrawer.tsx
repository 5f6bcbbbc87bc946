import { DownOutlined, LinkOutlined, UpOutlined } from '@ant-design/icons'
import type { Call, PartialCall } from '@callboard/contract/calls'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Drawer, Space, Tooltip } from 'antd'
import { type ReactNode, useEffect } from 'react'
import { CallRest, CallStart } from '#web/features/calls/call/CallRecord.tsx'
import { type CallStep, useCallKeys } from '#web/features/calls/list/call-keys.ts'
import { useFocusBack } from '#web/features/calls/list/focus-back.ts'
import { callQuery } from '#web/features/calls/queries.ts'
import { narrowList, useMediaQuery } from '#web/lib/media-query.ts'
import { QueryState } from '#web/ui/page/QueryState.tsx'
import { Skeleton } from '#web/ui/page/Skeleton.tsx'
import { useMessage } from '#web/ui/message.tsx'

interface CallDrawerProps {
  callId: string
  /** What its row in the list knows, shown until the whole call is loaded. */
  known: PartialCall | undefined
  timeZone: string
  /** The call next to another one in the list, if it is loaded. */
  neighbourOf: (id: string, step: CallStep) => string | undefined
  callHref: (id: string) => string
  /** Shows another call in place of this one. */
  onShow: (id: string) => void
  onClose: () => void
  /** The section of its recordings. */
  renderRecordings: (call: Call) => ReactNode
}

/** The whole call; beside the list, which stays usable, if there is room. */
export function CallDrawer(props: CallDrawerProps) {
  const { callId, known, timeZone, callHref, onClose } = props
  const query = useQuery(callQuery(callId))
  const start = query.data ?? known
  usePrefetchedNeighbours(props, query.isSuccess)
  useCallKeys(props)
  useFocusBack(callHref(callId))
  // It is modal where it covers the list.
  const isModal = useMediaQuery(narrowList)
  return (
    <Drawer
      open
      title="Call"
      aria-label="Call"
      aria-modal={isModal}
      mask={isModal}
      focusable={{ trap: isModal }}
      size={isModal ? '100vw' : 'clamp(420px, 42vw, 600px)'}
      onClose={onClose}
      extra={<DrawerActions {...props} />}
    >
      {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex -- one with nothing to press is scrolled by keys too */}
      <section tabIndex={0} aria-label="Details">
        {start !== undefined && <CallStart call={start} timeZone={timeZone} />}
        <QueryState query={query} skeleton={<Skeleton rows={12} />}>
          {(call) => (
            <CallRest
              call={call}
              timeZone={timeZone}
              callHref={callHref}
              recordings={props.renderRecordings(call)}
            />
          )}
        </QueryState>
      </section>
    </Drawer>
  )
}

/** Loads the calls before and after this one once it is shown, so that a step shows the next one whole. */
function usePrefetchedNeighbours({ callId, neighbourOf }: CallDrawerProps, isShown: boolean): void {
  const client = useQueryClient()
  const previous = neighbourOf(callId, -1)
  const next = neighbourOf(callId, 1)
  useEffect(() => {
    if (!isShown) return
    for (const id of [next, previous]) {
      // Should it fail, the drawer asks again and says so.
      if (id !== undefined) client.query(callQuery(id)).catch(() => undefined)
    }
  }, [client, isShown, next, previous])
}

function DrawerActions({ callId, neighbourOf, callHref, onShow }: CallDrawerProps) {
  const message = useMessage()
  async function copyLink() {
    try {
      await navigator.clipboard.writeText(new URL(callHref(callId), location.href).href)
      message.success('Link copied')
    } catch {
      message.error('Your browser blocked copying. Copy the link from the address bar instead.')
    }
  }
  return (
    <Space>
      <Space.Compact>
        <StepButton
          label="Previous call"
          keys="k or ↑"
          icon={<UpOutlined />}
          id={neighbourOf(callId, -1)}
          onShow={onShow}
        />
        <StepButton
          label="Next call"
          keys="j or ↓"
          icon={<DownOutlined />}
          id={neighbourOf(callId, 1)}
          onShow={onShow}
        />
      </Space.Compact>
      <Button icon={<LinkOutlined />} onClick={() => void copyLink()}>
        Copy link
      </Button>
    </Space>
  )
}

interface StepButtonProps {
  label: string
  keys: string
  icon: ReactNode
  id: string | undefined
  onShow: (id: string) => void
}

function StepButton({ label, keys, icon, id, onShow }: StepButtonProps) {
  return (
    <Tooltip title={`${label} (${keys})`}>
      <Button
        icon={icon}
        aria-label={label}
        disabled={id === undefined}
        onClick={() => id !== undefined && onShow(id)}
      />
    </Tooltip>
  )
}
