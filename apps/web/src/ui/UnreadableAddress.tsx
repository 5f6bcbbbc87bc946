import { Alert } from 'antd'
import { Link, useLocation } from 'react-router'

interface UnreadableAddressProps {
  /** Why, one reason a line. */
  problem: string
}

/** Stands instead of figures when the address asks for something that cannot be understood: nothing is guessed. */
export function UnreadableAddress({ problem }: UnreadableAddressProps) {
  const { pathname } = useLocation()
  return (
    <Alert
      type="error"
      showIcon
      title="This address cannot be read"
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
