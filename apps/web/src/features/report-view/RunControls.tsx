import { PrinterOutlined, ReloadOutlined, StopOutlined } from '@ant-design/icons'
import { Button } from 'antd'
import classes from '#web/features/report-view/RunControls.module.css'

interface RunControlsProps {
  isRunning: boolean
  /** There are figures to print. */
  isPrintable: boolean
  onRun: () => void
  onStop: () => void
}

/** Runs a report again, stops it, or prints what is on the page. */
export function RunControls({ isRunning, isPrintable, onRun, onStop }: RunControlsProps) {
  return (
    <div className={classes.controls}>
      <Button
        size="small"
        type="text"
        className={classes.run}
        icon={isRunning ? <StopOutlined /> : <ReloadOutlined />}
        onClick={isRunning ? onStop : onRun}
      >
        {isRunning ? 'Stop' : 'Refresh'}
      </Button>
      <Button
        size="small"
        type="text"
        icon={<PrinterOutlined />}
        disabled={!isPrintable}
        onClick={() => print()}
      >
        Print
      </Button>
    </div>
  )
}
