"""Words of Contacts."""

WORDS = {
    "(No name)": ("(Kein Name)", "（无姓名）", "(بدون اسم)"),
    "Calling…": ("Wird angerufen…", "正在拨号…", "جارٍ الاتصال…"),
    "Company": ("Firma", "公司", "الشركة"),
    "Contacts": ("Kontakte", "通讯录", "جهات الاتصال"),
    "Create contact": ("Kontakt erstellen", "新建联系人", "إنشاء جهة اتصال"),
    "Delete this contact?": ("Diesen Kontakt löschen?", "要删除此联系人吗？", "هل تريد حذف جهة الاتصال هذه؟"),
    "Delete {count} contacts?": ("{count} Kontakte löschen?", "要删除 {count} 位联系人吗？", "هل تريد حذف {count} من جهات الاتصال؟"),
    "Edit contact": ("Kontakt bearbeiten", "修改联系人", "تعديل جهة الاتصال"),
    "End call": ("Anruf beenden", "挂断", "إنهاء المكالمة"),
    "Enter a first or last name": ("Gib einen Vor- oder Nachnamen ein", "请输入名字或姓氏", "أدخِل الاسم الأول أو اسم العائلة"),
    "First name": ("Vorname", "名字", "الاسم الأول"),
    "Last name": ("Nachname", "姓氏", "اسم العائلة"),
    "Message": ("Nachricht", "发短信", "مراسلة"),
    "No contacts": ("Keine Kontakte", "没有联系人", "ما مِن جهات اتصال"),
    "No details": ("Keine Details", "无详细信息", "ما مِن تفاصيل"),
    "No favourites": ("Keine Favoriten", "没有收藏", "ما مِن جهات مفضّلة"),
    "Personal note": ("Persönliche Notiz", "个人备注", "ملاحظة شخصية"),
    "Search contacts": ("Kontakte suchen", "搜索联系人", "البحث في جهات الاتصال"),
}
