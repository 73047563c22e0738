import { plant } from "../plant.ts";
import { faults, type FaultName } from "./faults.ts";

// Loaded before the worker's own code, by workers.ts.
plant(faults[process.env["DRILL_FAULT"] as FaultName]);
