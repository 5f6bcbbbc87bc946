import { Alert } from 'antd'
import type { ComponentProps } from 'react'
import { Link, useLocation } from 'react-router'
import { PageFrame } from '#web/ui/page/PageFrame.tsx'

interface UnreadableAddressProps {
  /** Why, one reason per line. */
  problem: string
}

/** Shown in place of figures when the address cannot be understood: nothing is guessed. */
export function UnreadableAddress({ problem }: UnreadableAddressProps) {
  const { pathname } = useLocation()
  return (
    <Alert
      type="error"
      showIcon
      title="This link is not valid"
      description={
        <>
          {problem.split('\n').map((line) => (
            <div key={line}>{line}</div>
          ))}
          <Link to={pathname}>Open the page without its filters</Link>
        </>
      }
    />
  )
}

type Frame = Omit<ComponentProps<typeof PageFrame>, 'children'>

/** A page of which that is all. */
export function UnreadablePage({ problem, ...frame }: UnreadableAddressProps & Frame) {
  return (
    <PageFrame {...frame}>
      <UnreadableAddress problem={problem} />
    </PageFrame>
  )
}
