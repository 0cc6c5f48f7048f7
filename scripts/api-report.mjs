import { writeApiReports } from "./checks/apiReport.mjs"

await writeApiReports()
