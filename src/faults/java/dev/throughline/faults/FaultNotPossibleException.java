package dev.throughline.faults;

/// This machine cannot be made to have a fault: shown in the table, with the reason, and never taken for a pass.
final class FaultNotPossibleException extends Exception {
    private static final long serialVersionUID = 1;

    FaultNotPossibleException(String reason) {
        super(reason);
    }
}
